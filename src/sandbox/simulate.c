#include "simulate.h"

#include "moves.h"

void simulate_write_header(FILE *out) {
    fputs("tick\tx\ty\tpushes\tdepth\tnx\tny\n", out);
}

void simulate_write_tick(FILE *out, const sandbox *s) {
    const sm_result *r = &s->move.result;
    fprintf(out, "%lu\t%.9g\t%.9g\t%d\t%.9g\t%.9g\t%.9g\n", s->tick, (double)r->position.x,
            (double)r->position.y, r->pushes, (double)r->depth, (double)r->normal.x,
            (double)r->normal.y);
}

bool simulate(sandbox *s, FILE *moves, FILE *out, level_error *error) {
    if (out != NULL)
        simulate_write_header(out);
    moves_reader reader = moves_start(moves);
    moves_status status;
    sm_vec2 delta;
    while ((status = moves_next(&reader, &delta, error)) == MOVES_READ) {
        sandbox_tick_delta(s, delta);
        if (out != NULL)
            simulate_write_tick(out, s);
    }
    moves_finish(&reader);
    return status == MOVES_END;
}
