/* files: which file is shown, and that nothing of it is lost unasked. */
#ifndef FILES_H
#define FILES_H

#include "app.h"

/* Opens the first level. Returns false, and *errors, when it is none. */
bool files_open_first(app *a, const char *path, level_errors *errors);

void files_start(app *a); /* offers what a crash left behind */

/* Once a frame: watches the file, keeps a copy of what is unsaved, names the level in the title. */
void files_update(app *a, double seconds);
void files_close(app *a);

/* Takes over that another level is shown, by going to another time. */
void files_follow(app *a);

/* What replaces the level, or ends the program: each asks first where changes would be lost. */
void files_quit(app *a);
void files_new(app *a);
void files_reload(app *a);
void files_step(app *a, int step); /* to a level so many places behind in its folder */
void files_open(app *a, const char *path);

void files_choose(app *a); /* lists the levels of the folder, to open one */
void files_save(app *a);
void files_save_as(app *a);
void files_record(app *a); /* asks where to, and how much of the session */

/* Makes a name with the time in it that no file in the working folder has. */
#define FILES_NAME_LENGTH 64
void files_name_now(char path[FILES_NAME_LENGTH], const char *ending);

/* Answers the dialog that is open by one of its buttons, a dialog_answer. */
void files_answer(app *a, int answer);

#endif
