/* file: reads all bytes of a file, with progress reports and a hash that tells its states apart.
 *
 * Only regular files are read: a pipe or a device may never end.
 */
#ifndef LEVEL_FILE_H
#define LEVEL_FILE_H

#include "level.h"

#define LEVEL_PROGRESS_STEP (1 << 20) /* bytes between two progress reports: some ms */

/* Receives the progress of reading a file. */
typedef struct level_watcher {
    sm_progress progress;
    size_t total; /* bytes of the file, as far as they are known */
} level_watcher;

/* Reports how many bytes are loaded and parsed. Returns false when the reading is cancelled. */
bool level_report(const level_watcher *watcher, size_t loaded, size_t understood);

/* Opens a regular file for reading. Returns the stream, with what the system says of the file in
 * *status. For anything else returns NULL at once, even where opening would wait, with *errors
 * filled. */
FILE *level_open_file(const char *path, platform_status *status, level_errors *errors);

/* Reads the whole file, and sets watcher->total to its size. Sets *text to its bytes, from malloc,
 * with room for one byte more, and *state. Returns false with *errors filled, or empty when the
 * watcher cancelled. */
bool level_read_file(const char *path, level_watcher *watcher, char **text, size_t *length,
                     level_file_state *state, level_errors *errors);

/* Reads a level from bytes of level_read_file, which it takes over; NULL stands for bytes that
 * there was no memory for. With `fragment` the text is a part of a level of so many dimensions; 0:
 * it is a whole level. Otherwise as level_read, with reports to the watcher. */
level *level_read_owned(char *source, size_t length, int fragment, const level_watcher *watcher,
                        level_errors *errors);

/* Returns the hash that the state of a file with these bytes has. */
uint64_t level_hash(const char *bytes, size_t count);

/* Reads the whole file for its state only. Returns false when it cannot be read. */
bool level_look_at_file(const char *path, level_file_state *state);

/* ---- What readers of meshes share -------------------------------------------------------- */

/* Reads the file of that name beside the mesh's own at `path`, as level_read_file. The mesh keeps
 * its state, so that a change of it is seen. Returns false with an error, or without one where
 * `path` is NULL. */
bool level_read_side_file(level_mesh *mesh, const char *path, const char *name, char **text,
                          size_t *length, level_errors *errors);

/* The faces from here on belong to the part with these names, "" where there is none. Returns false
 * when memory runs out. */
bool level_begin_part(level_mesh *mesh, const char *group, const char *material);

/* ---- Wavefront OBJ ----------------------------------------------------------------------- */

#define OBJ_CORNERS_MAX 4096 /* corners of a face; cutting it up may cost their cube */

/* Reads the bytes of a file into an empty mesh. Returns false with one error, or without one when
 * the watcher cancelled. The line of the error is a line of the file, or 0. The mesh is then empty.
 */
bool obj_read(const char *text, size_t length, const level_watcher *watcher, level_mesh *mesh,
              level_errors *errors);

#endif
