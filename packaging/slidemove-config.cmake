# find_package(slidemove) gives slidemove::slidemove to link with, and slidemove::static.
if(NOT TARGET slidemove::slidemove)
    get_filename_component(slidemove_LIBDIR "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
    find_path(slidemove_INCLUDE_DIR slidemove.h HINTS "${slidemove_LIBDIR}/../include" "${slidemove_LIBDIR}/../../include")
    add_library(slidemove::slidemove SHARED IMPORTED)
    set_target_properties(slidemove::slidemove PROPERTIES
        IMPORTED_LOCATION "${slidemove_LIBDIR}/libslidemove.so"
        INTERFACE_INCLUDE_DIRECTORIES "${slidemove_INCLUDE_DIR}")
    add_library(slidemove::static STATIC IMPORTED)
    set_target_properties(slidemove::static PROPERTIES
        IMPORTED_LOCATION "${slidemove_LIBDIR}/libslidemove.a"
        INTERFACE_INCLUDE_DIRECTORIES "${slidemove_INCLUDE_DIR}"
        INTERFACE_LINK_LIBRARIES m)
endif()
