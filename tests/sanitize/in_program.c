/* Linked into the sanitized program only: libraries that SDL loads at run time stay loaded, so that
 * the leak report can name them. A leak in one that is gone looks like one of ours. */
int dlclose(void *handle);

int dlclose(void *handle) {
    (void)handle;
    return 0;
}
