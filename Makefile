# slidemove: plain make. `make help` lists the targets.
#
# BUILD=DIR builds elsewhere and EXTRA='FLAGS' adds to compiling and linking, so that a sanitizer build
# stands beside the usual one (.ci/run does that). EXTRA_OBJECTS are linked into the program, too.
# CC, AR, CPPFLAGS, CFLAGS and LDFLAGS are taken from the environment; what the code needs is added.

BUILD  ?= build
ifeq ($(origin CC),default)
CC = gcc
endif
OPTIMIZE ?= -O3
EXTRA  ?=
EXTRA_OBJECTS ?=

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# No contraction: a fused multiply-add rounds once where two operations round twice, so the same level
# would move differently on another CPU. No name of this folder: the same bits from any.
CFLAGS  ?= -g $(OPTIMIZE)
FLAGS    = $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -std=c11 -D_XOPEN_SOURCE=700 -ffp-contract=off \
           -ffile-prefix-map=$(CURDIR)=. $(EXTRA)
LINK     = $(CC) $(FLAGS) $(LDFLAGS)
BUILT_WITH := $(LINK)
PACKAGES = sdl2 SDL2_ttf SDL2_image libwebpmux libwebp expat libcjson zlib libzstd
# Asked when a recipe needs them, not when make starts: `make deps` may be what installs them.
VIEW_CFLAGS = $(shell pkg-config --cflags $(PACKAGES))
VIEW_LIBS   = $(shell pkg-config --libs $(PACKAGES))
TEST_LIBS   = $(shell pkg-config --libs cmocka libwebpdemux)

LIBRARY_SOURCES := $(wildcard src/slidemove/*.c src/slidemove/*/*.c)
ROOM_SOURCES    := $(wildcard src/level/*.c src/explore/*.c src/sandbox/*.c src/sandbox/*/*.c src/view/*.c src/app/*.c)
BENCH_SOURCES   := $(filter-out bench/instructions.c,$(wildcard bench/*.c)) $(wildcard tests/motion*.c) tests/course.c tests/ground.c tests/walk.c tests/worlds.c
EXAMPLES        := $(patsubst %.c,$(BUILD)/%,$(wildcard examples/*.c))
TEST_SOURCES    := $(wildcard tests/*/test_*.c)
FUZZERS         := $(patsubst %.c,$(BUILD)/%,$(wildcard fuzz/*.c))
THEMES          := $(wildcard assets/themes/*.theme)

# What is not a test itself helps tests.
TEST_SUPPORT    := $(filter-out $(TEST_SOURCES),$(wildcard tests/*.c))

LIBRARY_OBJECTS := $(LIBRARY_SOURCES:%.c=$(BUILD)/%.o)
ROOM_OBJECTS    := $(ROOM_SOURCES:%.c=$(BUILD)/%.o)
PROGRAM_OBJECTS := $(BUILD)/src/main.o
BENCH_OBJECTS   := $(BENCH_SOURCES:%.c=$(BUILD)/%.o)
ASSET_INCLUDES  := $(THEMES:assets/themes/%.theme=$(BUILD)/themes/%.inc) $(BUILD)/icons.inc
TESTS           := $(TEST_SOURCES:tests/%.c=$(BUILD)/tests/%)
SUPPORT_OBJECTS := $(TEST_SUPPORT:%.c=$(BUILD)/%.o) $(BUILD)/bench/generate.o

.PHONY: all amalgamation bindings test-amalgamation install uninstall dist deb fuzz fuzzed fuzzers soak bits coverage mutate run test tests examples example-pictures bench numbers compare front-page web run-web test-web bench-instructions format check-format clean deps help reference FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: $(BUILD)/slidemove $(BUILD)/libslidemove.a ## build the program and the library

amalgamation: $(BUILD)/amalgamation/slidemove.c ## the library as one file and its headers: build/amalgamation/

test-amalgamation: $(BUILD)/amalgamation/slidemove $(patsubst tests/%.c,$(BUILD)/amalgamation/tests/%,$(wildcard tests/slidemove/test_*.c)) ## the library's tests, with that
	@scripts/test $(BUILD)/amalgamation slidemove

VERSION := $(shell sed -n 's/^\#define SM_VERSION "\(.*\)"/\1/p' src/slidemove/slidemove.h)

# Where to; DESTDIR is put before both. The program finds its levels from PREFIX/bin.
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib

export DESTDIR

# With doxygen, the reference is installed, too; without, the rest is.
INSTALLED_REFERENCE := $(if $(shell command -v doxygen),$(BUILD)/reference/index.html)

install: all $(BUILD)/slidemove.1 $(BUILD)/libslidemove.so.0 $(INSTALLED_REFERENCE) ## install to PREFIX, /usr/local unless given
	@packaging/install install $(BUILD) $(PREFIX) $(LIBDIR) $(VERSION)

uninstall: ## remove what `make install` put there
	@packaging/install uninstall $(BUILD) $(PREFIX) $(LIBDIR) $(VERSION)

dist: ## the source of this commit as a tarball, the same bytes from any clone
	@mkdir -p $(BUILD)
	git archive --format=tar --prefix=slidemove-$(VERSION)/ HEAD | gzip -n > $(BUILD)/slidemove-$(VERSION).tar.gz

deb: dist ## Debian packages of that tarball: build/deb/
	@scripts/install-packages build test package
	@packaging/make-deb $(BUILD)/slidemove-$(VERSION).tar.gz $(VERSION) $(BUILD)/deb

bindings: ## the library for Lua, Python and JavaScript: build/bindings/
	@scripts/install-packages build bindings
	@$(MAKE) --no-print-directory $(patsubst %,$(BUILD)/bindings/%,lua/slidemove.lua python/slidemove.py lua/libslidemove.so.0 \
	    python/libslidemove.so.0 js/slidemove-$(VERSION).tgz)

reference: ## the API reference as HTML: build/reference/
	@command -v doxygen > /dev/null || scripts/install-packages check
	@$(MAKE) --no-print-directory $(BUILD)/reference/index.html

$(BUILD)/reference/index.html: scripts/make-reference $(wildcard web/reference/* src/slidemove/slidemove*.h)
	scripts/make-reference $(@D)

run: deps ## install what is missing, build, open the sandbox
	@$(MAKE) --no-print-directory all
	@scripts/run $(BUILD)/slidemove

test: deps ## install what is missing, build, run every test
	@$(MAKE) --no-print-directory all tests
	@scripts/test $(BUILD)
	@printf '%s\n' library docs | xargs -P $$(nproc) -I{} env scripts/check-{} $(BUILD)

tests: $(TESTS) examples $(BUILD)/slidemove $(BUILD)/slidemove-bench $(BUILD)/bench-instructions

examples: $(EXAMPLES) ## build the games of examples/: build/examples/

example-pictures: examples ## makes docs/platformer.png and the like: each game plays itself
	cd docs && for game in 'shooter 130' 'platformer 280' 'walker 80'; do \
	    SDL_VIDEODRIVER=dummy $(abspath $(BUILD))/examples/$$game $${game%% *}.png; done

bench: ## the numbers of docs/numbers.md, on this machine, beside Chipmunk's and Bullet's
	@scripts/install-packages build bench
	@$(MAKE) --no-print-directory $(BUILD)/slidemove-bench
	@$(BUILD)/slidemove-bench

numbers: ## measures, and writes docs/numbers.md and docs/moves.png
	@scripts/install-packages build bench
	@$(MAKE) --no-print-directory $(BUILD)/slidemove-bench
	@$(BUILD)/slidemove-bench | grep -v -e "Initializing cpSpace" -e "Compile with -DNDEBUG" > $(BUILD)/numbers.md
	@$(BUILD)/slidemove-bench plot > $(BUILD)/moves.txt
	@gnuplot -c bench/plot.gp $(BUILD)/moves.txt $(BUILD)/moves.png "$$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
	@mv $(BUILD)/numbers.md $(BUILD)/moves.png docs/

compare: ## moves, questions and ticks beside those of BEFORE=commit, by time and by instructions
	@scripts/install-packages build bench
	@scripts/compare-states $(BUILD) $(or $(BEFORE),HEAD~20)

bench-instructions: ## instructions a move, counted by callgrind
	@scripts/install-packages build bench
	@$(MAKE) --no-print-directory $(BUILD)/bench-instructions
	@scripts/count-instructions $(BUILD)/bench-instructions

# Both glide to the wall in pieces together, then are asked to go down along it.
FRONT_PAGE = --resolver last --ghosts deepest --pushes 3 --overlays normals,vertices,iterations \
             --from 86 --to 166 --inside 144 --step 0.45 --lens --speed 0.5 --rate 50 \
             --view=0.1,-4.8,10 --size 800x540

front-page: $(BUILD)/slidemove ## makes docs/front-page.webp, the animation of the README
	{ yes '0.1 -0.01' | head -104; yes '0.155 -0.37' | head -76; } | $(BUILD)/slidemove animate \
	    levels/lab/02-wall-of-100.level --moves - $(FRONT_PAGE) -o docs/front-page.webp

web: ## build the sandbox as a web page: build/web/site
	@scripts/install-packages build web
	@scripts/fetch-sources build/web/sources libsdl2 libsdl2-ttf libsdl2-image freetype expat cjson zlib
	@$(MAKE) --no-print-directory -j$$(nproc) build/slidemove
	@$(MAKE) --no-print-directory -j$$(nproc) -f web/Makefile all
	@echo "The page is build/web/site/index.html, for any static host; make run-web serves it here."

run-web: web ## serve the page on this machine
	python3 -m http.server --bind 127.0.0.1 --directory build/web/site 8000

test-web: web ## drive the page in a real browser
	@scripts/install-packages web_test
	@command -v npm > /dev/null || scripts/install-packages npm
	@[ -d build/web/axe ] || npm install --silent --no-save --prefix build/web/axe axe-core@4.14.1
	/usr/bin/python3 tests/web/test_web.py build/web/site

fuzz: ## throw hostile input at every reader and at the moves, SECONDS=60 each
	@scripts/install-packages build check
	@$(MAKE) --no-print-directory -j$$(nproc) fuzzed
	@scripts/fuzz $(FUZZED) $(or $(SECONDS),60)

# clang's sanitizers, and counters of what code an input reached. .ci/run builds the tests so, too.
FUZZED        = build/sanitize-clang
FUZZED_CC     = clang
FUZZED_FLAGS  = -fsanitize=address,undefined -fno-sanitize-recover=all \
                -fsanitize-coverage=inline-8bit-counters,pc-table
FUZZED_WANTED = fuzzers
fuzzed:
	@$(MAKE) --no-print-directory BUILD=$(FUZZED) CC="$(FUZZED_CC)" EXTRA="$(FUZZED_FLAGS)" \
	    EXTRA_OBJECTS=$(FUZZED)/tests/sanitize/in_program.o $(FUZZED_WANTED)

fuzzers: $(FUZZERS)

# Not optimised, so that each branch of the source is one. What the tests ran before counts no more.
coverage: ## which lines and branches of src/ the tests run, a folder each
	@scripts/install-packages build test measure
	@$(MAKE) --no-print-directory -j$$(nproc) BUILD=build/coverage OPTIMIZE=-O0 EXTRA=--coverage all tests
	@find build/coverage -name '*.gcda' -delete
	@$(FEWER_CASES) scripts/test build/coverage > build/coverage/tests.log || { tail -1 build/coverage/tests.log; exit 1; }
	@SLIDEMOVE_EFFORT=100 SLIDEMOVE=build/coverage/slidemove build/coverage/tests/app/test_faults >> build/coverage/tests.log
	@scripts/coverage build/coverage

mutate: ## N=60 small changes in the library, drawn by SEED=1: those that no test notices
	@scripts/install-packages build test measure
	@$(MAKE) --no-print-directory -j$$(nproc) BUILD=build/mutate build/mutate/slidemove \
	    $(patsubst tests/%.c,build/mutate/tests/%,$(wildcard tests/slidemove/test_*.c))
	@$(FEWER_CASES) SLIDEMOVE=build/mutate/slidemove LIBRARIES="$(TEST_LIBS) $(VIEW_LIBS)" \
	    nice scripts/mutate build/mutate $(or $(N),60) $(or $(SEED),1) $(FILES)

FEWER_CASES = SLIDEMOVE_EFFORT=0.002 SLIDEMOVE_TRIALS=0.1

bits: $(BUILD)/determinism-bits ## write tests/bits.txt, where other bits are meant
	$< > tests/bits.txt

soak: seed := $(or $(SEED),$(shell date +%Y%m%d))
soak: ## the random tests, then random input to the window, with sanitizers, SECONDS=600, by SEED=the date
	@echo "SEED=$(seed)"
	@$(MAKE) --no-print-directory all tests
	SLIDEMOVE_SEED=$(seed) scripts/test $(BUILD) slidemove level sandbox view
	@$(MAKE) --no-print-directory BUILD=build/sanitize EXTRA="-fsanitize=address,undefined -fno-sanitize-recover=all" \
	    EXTRA_OBJECTS=build/sanitize/tests/sanitize/in_program.o build/sanitize/tests/soak/soak
	ASAN_OPTIONS=quarantine_size_mb=8 LSAN_OPTIONS=suppressions=$(CURDIR)/tests/sanitize/leaks.supp:print_suppressions=0 \
	    build/sanitize/tests/soak/soak $(or $(SECONDS),600) $(seed)

FORMATTED = $(shell find bench examples fuzz src tests web -name '*.[ch]')

format: ## format every source in place
	clang-format -i $(FORMATTED)

check-format:
	clang-format --dry-run -Werror $(FORMATTED)

deps:
	@scripts/install-packages build test

clean: ## remove everything built
	rm -rf $(BUILD)

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 16

# The flags of the last build: where they change, all is compiled anew. Not by `make install`, which installs what is built,
# whatever flags root has. The + is for `make -n`.
$(BUILD)/flags: $(if $(filter install,$(MAKECMDGOALS)),,FORCE)
	+@mkdir -p $(@D); echo '$(subst ','\'',$(BUILT_WITH))' | cmp -s - $@ || echo '$(subst ','\'',$(BUILT_WITH))' > $@

# The program lends all of the library to a rule, which it loads (src/sandbox/rule_process.c).
LENT = -Wl,--export-dynamic-symbol='sm*' -Wl,--export-dynamic-symbol='__wrap_sm*'

$(BUILD)/slidemove: $(PROGRAM_OBJECTS) $(ROOM_OBJECTS) $(EXTRA_OBJECTS) $(BUILD)/libslidemove.a
	$(LINK) -o $@ $(filter %.o,$^) -Wl,--whole-archive $(filter %.a,$^) -Wl,--no-whole-archive $(LENT) $(VIEW_LIBS) -lm

# A program of its own. Without Chipmunk or Bullet, their columns stay empty.
HAS_CHIPMUNK = $(shell $(CC) -include chipmunk/chipmunk.h -E -x c /dev/null >/dev/null 2>&1 && echo 1)
HAS_BULLET   = $(shell $(CXX) --version >/dev/null 2>&1 && pkg-config --exists bullet 2>/dev/null && echo 1)
BULLET_LIBS  = $(if $(HAS_BULLET),-lBulletCollision -lLinearMath -lstdc++)
$(BUILD)/bench/ours.o: FLAGS += $(if $(HAS_BULLET),-DWITH_BULLET=1)
$(BUILD)/bench/chipmunk.o: FLAGS += $(if $(HAS_CHIPMUNK),-DWITH_CHIPMUNK=1)
$(BUILD)/bench/bullet.o: bench/bullet.cc bench/library.h bench/scenes.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(if $(HAS_BULLET),$(CXX) -std=c++14 -Wall -Wextra -g $(OPTIMIZE) -isystem /usr/include/bullet -o $@ -c $<,$(CC) -o $@ -x c -c /dev/null)
$(BUILD)/slidemove-bench: $(BENCH_OBJECTS) $(BUILD)/bench/bullet.o
$(BUILD)/slidemove-bench: $(BUILD)/rooms.a $(BUILD)/libslidemove.a
	$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(VIEW_LIBS) $(if $(HAS_CHIPMUNK),-lchipmunk) $(BULLET_LIBS) -lm

$(BUILD)/fuzz/%: $(BUILD)/fuzz/%.o $(BUILD)/rooms.a $(BUILD)/libslidemove.a
	$(LINK) -fsanitize=fuzzer -o $@ $^ $(VIEW_LIBS) -lm

$(BUILD)/examples/%.o: FLAGS += -Isrc/slidemove
$(BUILD)/examples/explore: $(filter $(BUILD)/src/explore/%,$(ROOM_OBJECTS))
$(BUILD)/examples/%: $(BUILD)/examples/%.o $(BUILD)/libslidemove.a
	$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(VIEW_LIBS) -lm

$(BUILD)/bench-instructions: $(BUILD)/bench/instructions.o $(BUILD)/bench/ours.o $(BUILD)/bench/scenes.o $(BUILD)/libslidemove.a
	$(LINK) -o $@ $^ -lm

$(BUILD)/libslidemove.a: $(LIBRARY_OBJECTS)
	@rm -f $@
	$(AR) rcsD $@ $^

$(BUILD)/amalgamation/slidemove.c: scripts/amalgamate LICENSE $(wildcard src/slidemove/*.[ch] src/slidemove/*/*.[ch])
	scripts/amalgamate $(@D)

# As a game compiles it; so that a shared library can be made of it, too, which shows what its headers name.
$(BUILD)/amalgamation/slidemove.o: $(BUILD)/amalgamation/slidemove.c $(BUILD)/flags
	$(CC) $(FLAGS) -fno-math-errno -fPIC -fvisibility=hidden -c -o $@ $<

$(BUILD)/libslidemove.so.0: $(BUILD)/amalgamation/slidemove.o
	$(LINK) -shared -Wl,-soname,$(@F) -o $@ $^ -lm

# What the headers declare, in the place of a line of bindings/.
BINDING = scripts/make-bindings $(wildcard src/slidemove/slidemove*.h)
$(BUILD)/bindings/lua/slidemove.lua: bindings/lua/slidemove.lua $(BINDING)
	@mkdir -p $(@D)
	scripts/make-bindings lua $< > $@

$(BUILD)/bindings/python/slidemove.py: bindings/python/slidemove.py $(BINDING)
	@mkdir -p $(@D)
	scripts/make-bindings python $< > $@

$(BUILD)/bindings/%/libslidemove.so.0: $(BUILD)/libslidemove.so.0
	@mkdir -p $(@D)
	cp $< $@

# The library alone as WebAssembly, with lanes of 128 bits as in web/Makefile. What it imports are functions of JavaScript.
$(BUILD)/bindings/js/slidemove.wasm: $(BUILD)/amalgamation/slidemove.c $(BINDING)
	@mkdir -p $(@D)
	scripts/make-bindings callbacks > $(@D)/callbacks.c
	NODE_PATH=/usr/share/nodejs emcc -std=c11 -O2 -ffp-contract=off -fno-math-errno -msimd128 -msse2 -I$(<D) $< $(@D)/callbacks.c \
	    --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sWARN_ON_UNDEFINED_SYMBOLS=0 -sERROR_ON_UNDEFINED_SYMBOLS=0 \
	    -sEXPORTED_FUNCTIONS=$$(scripts/make-bindings exports) -Wl,--export-table -o $@

# With the WebAssembly as text, so that the package works without a bundler, and with each.
$(BUILD)/bindings/js/package/package.json: $(BUILD)/bindings/js/slidemove.wasm $(wildcard bindings/js/*) LICENSE
	@mkdir -p $(@D)
	cp LICENSE bindings/js/README.md $(@D)
	scripts/make-bindings js bindings/js/slidemove.mjs > $(@D)/slidemove.mjs
	scripts/make-bindings types > $(@D)/slidemove.d.ts
	{ printf 'const text = "'; base64 -w0 $<; echo '";'; \
	    echo 'export default Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));'; } > $(@D)/wasm.mjs
	sed 's/@VERSION@/$(VERSION)/' bindings/js/package.json > $@

$(BUILD)/bindings/js/slidemove-$(VERSION).tgz: $(BUILD)/bindings/js/package/package.json
	tar -C $(<D)/.. --sort=name --owner=0 --group=0 --mtime=@0 -czf $@ package

# Without the month in which it was made.
$(BUILD)/slidemove.1: $(BUILD)/slidemove
	help2man --no-info --no-discard-stderr --name='see how a moving shape meets the world' $< | \
	    sed '/^\.TH/s/"[A-Z][a-z]* [0-9]*"/""/' > $@

$(BUILD)/amalgamation/slidemove: $(PROGRAM_OBJECTS) $(ROOM_OBJECTS) $(BUILD)/amalgamation/slidemove.o
	$(LINK) -o $@ $^ $(VIEW_LIBS) -lm

$(BUILD)/rooms.a: $(ROOM_OBJECTS)
	@rm -f $@
	$(AR) rcsD $@ $^

$(BUILD)/support.a: $(SUPPORT_OBJECTS)
	@rm -f $@
	$(AR) rcsD $@ $^

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/support.a $(BUILD)/rooms.a $(BUILD)/libslidemove.a
	$(LINK) -o $@ $^ $(TEST_LIBS) $(VIEW_LIBS) -lm

$(BUILD)/tests/soak/soak: $(EXTRA_OBJECTS)
$(BUILD)/tests/soak/soak: LDFLAGS += -Wl,--wrap=page_run,--wrap=view_say

# Through tests/app/test_faults.c.
FAULTS = malloc calloc realloc open openat fopen fdopen stat fstat fstatat access readlink realpath \
         getcwd opendir mkdir write fsync fchmod flock rename scandir close fread getc ferror fclose
$(BUILD)/tests/app/test_faults: LDFLAGS += $(FAULTS:%=-Wl,--wrap=%)

# Through tests/script.c and test_scripts.c.
SDL_WRAPPED = GetNumTouchFingers GetTouchFinger GetTicks CreateWindow CreateRenderer CreateTexture GameControllerOpen
$(BUILD)/tests/app/test_faults $(BUILD)/tests/app/test_links $(BUILD)/tests/app/test_scripts $(BUILD)/tests/app/test_tries: LDFLAGS += -Wl,--wrap=page_run,--wrap=view_say
$(BUILD)/tests/app/test_scripts: LDFLAGS += $(SDL_WRAPPED:%=-Wl,--wrap=SDL_%)

$(BUILD)/amalgamation/tests/%: $(BUILD)/tests/%.o $(BUILD)/support.a $(BUILD)/rooms.a $(BUILD)/amalgamation/slidemove.o
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(TEST_LIBS) $(VIEW_LIBS) -lm

# For `make bits` and scripts/check-determinism: the library alone, in 2D and in 3D.
$(BUILD)/determinism-bits: $(BUILD)/tests/determinism/print.o $(BUILD)/tests/bits.o $(BUILD)/tests/trial.o $(BUILD)/tests/worlds.o $(BUILD)/libslidemove.a
	$(LINK) -o $@ $^ -lm

# The library is compiled without SDL's flags: it must not be able to include it.
#
# Two doubles that were just stored one by one and are loaded as a pair make the processor wait until both
# stores are done. gcc pairs up every copied vec so, and that costs SM_SWEEP half of its time again. In such pairs gcc 12 also
# forgets that a number was rounded to a float in between: a character's `pressed` had other bits.
$(BUILD)/src/slidemove/%.o: src/slidemove/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -fno-tree-slp-vectorize -MMD -MP -c -o $@ $<

$(BUILD)/src/level/%.o: src/level/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/src/explore/%.o: src/explore/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/src/sandbox/%.o: src/sandbox/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -MMD -MP -c -o $@ $<

# The program is C11 and SDL, but for one file: src/level/platform.c asks for POSIX itself.
$(BUILD)/src/%.o: FLAGS += -U_XOPEN_SOURCE

# cmocka hands every test a state that few have a use for, and every command gets an argument.
$(BUILD)/tests/%.o $(BUILD)/src/app/commands.o: FLAGS += -Wno-unused-parameter

# No errno for a root of what is below 0: it would be a call in the middle of the innermost loops.
$(BUILD)/src/slidemove/%.o $(BUILD)/src/view/%.o: FLAGS += -fno-math-errno

# The page is small before it is fast, but for what moves and draws: web/Makefile sets SMALL.
FAST = src/slidemove/% src/explore/% src/sandbox/plane/% src/sandbox/space/% src/view/raster% src/view/canvas% src/view/text.o src/view/paint.o
$(filter-out $(FAST:%=$(BUILD)/%),$(ROOM_OBJECTS) $(PROGRAM_OBJECTS)): FLAGS += $(SMALL)

$(BUILD)/%.o: %.c $(BUILD)/flags | $(ASSET_INCLUDES)
	@mkdir -p $(@D)
	$(CC) $(FLAGS) $(VIEW_CFLAGS) -I$(BUILD) -MMD -MP -c -o $@ $<

# A theme is lines of `role #rrggbb` or `#rrggbbaa`; it becomes the initialisers of a struct, so a
# misspelt role does not compile.
$(BUILD)/themes/%.inc: assets/themes/%.theme Makefile
	@mkdir -p $(@D)
	sed -n -e 's/^\([][0-9a-z_]*\) *#\([0-9a-f]\{6\}\) *$$/.\1 = 0xff\2u,/p' \
	       -e 's/^\([][0-9a-z_]*\) *#\([0-9a-f]\{6\}\)\([0-9a-f]\{2\}\) *$$/.\1 = 0x\3\2u,/p' $< > $@

# So it is with icons: ICON(name, stroke, stroke ...).
$(BUILD)/icons.inc: assets/icons.txt Makefile
	@mkdir -p $(@D)
	sed -n 's/^\([A-Z_]*\)  *\([-0-9].*\)$$/ICON(\1,{\2})/p' $< | sed 's/, /}, {/g; s/\([0-9]\) /\1, /g' > $@

-include $(LIBRARY_OBJECTS:.o=.d) $(ROOM_OBJECTS:.o=.d) $(PROGRAM_OBJECTS:.o=.d) $(BENCH_OBJECTS:.o=.d) $(TESTS:=.d) $(EXAMPLES:=.d) $(FUZZERS:=.d) $(SUPPORT_OBJECTS:.o=.d) $(patsubst %,$(BUILD)/%.d,bench/instructions tests/determinism/print tests/soak/soak)
