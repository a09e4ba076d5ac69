#include "simulate.h"

#include "moves.h"

void simulate_write_header(FILE *out, int dimensions) {
    fputs(dimensions == 3 ? "tick\tx\ty\tz\tpushes\tdepth\tnx\tny\tnz\n"
                          : "tick\tx\ty\tpushes\tdepth\tnx\tny\n",
          out);
}

void simulate_write_tick(FILE *out, const sandbox *s) {
    sm3_result r = sandbox_result(s);
    bool is_solid = s->level->dimensions == 3;
    fprintf(out, "%lu\t%.9g\t%.9g", s->tick, (double)r.position.x, (double)r.position.y);
    if (is_solid)
        fprintf(out, "\t%.9g", (double)r.position.z);
    fprintf(out, "\t%d\t%.9g\t%.9g\t%.9g", r.pushes, (double)r.depth, (double)r.normal.x,
            (double)r.normal.y);
    if (is_solid)
        fprintf(out, "\t%.9g", (double)r.normal.z);
    fputc('\n', out);
}

bool simulate(sandbox *s, FILE *moves, FILE *out, level_error *error) {
    if (out != NULL)
        simulate_write_header(out, s->level->dimensions);
    moves_reader reader;
    moves_status status;
    sm3_vec delta;
    moves_start(&reader, moves, s->level->dimensions);
    while ((status = moves_next(&reader, &delta, error)) == MOVES_READ) {
        sandbox_tick_delta3(s, delta);
        if (out != NULL)
            simulate_write_tick(out, s);
    }
    return status == MOVES_END;
}
