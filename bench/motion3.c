#include "motion3.h"

#include "motion3_edges.h"
#include "motion3_rooms.h"
#include "motion3_walls.h"

/* Names a function of the table that has an argument of its own, or gives one figure of several. */
#define ROW_FUNCTION(name, value)                                                                  \
    static double name(const contender3 *contender, double effort) {                               \
        (void)effort;                                                                              \
        return value;                                                                              \
    }

ROW_FUNCTION(wedge_movement, worst_rest3(contender, 2).movement)
ROW_FUNCTION(wedge_depth, worst_rest3(contender, 2).depth)
ROW_FUNCTION(wedge_ticks, worst_rest3(contender, 2).ticks)
ROW_FUNCTION(corner_movement, worst_rest3(contender, 3).movement)
ROW_FUNCTION(corner_depth, worst_rest3(contender, 3).depth)
ROW_FUNCTION(corner_ticks, worst_rest3(contender, 3).ticks)
ROW_FUNCTION(slide_out_off_line, worst_slide_out3(contender).off_line)
ROW_FUNCTION(slide_out_speed, worst_slide_out3(contender).error)
ROW_FUNCTION(crease_1, worst_crease3(contender, 1).error)
ROW_FUNCTION(crease_100, worst_crease3(contender, 100).error)
ROW_FUNCTION(crease_aside, worst_crease3(contender, 1).aside)
ROW_FUNCTION(strips_1, worst_strips3(contender, 1).error)
ROW_FUNCTION(strips_10, worst_strips3(contender, 10).error)
ROW_FUNCTION(strips_100, worst_strips3(contender, 100).error)
ROW_FUNCTION(strips_1000, worst_strips3(contender, 1000).error)
ROW_FUNCTION(strips_off_line, worst_strips3(contender, 10).off_line)
ROW_FUNCTION(strips_snags, worst_strips3(contender, 100).snags)
ROW_FUNCTION(grid_error, worst_grid3(contender, 22).error)
ROW_FUNCTION(grid_off_line, worst_grid3(contender, 22).off_line)
ROW_FUNCTION(grid_snags, worst_grid3(contender, 22).snags)
ROW_FUNCTION(shots_0_6, count_escapes3(contender, 0.6, effort))
ROW_FUNCTION(shots_2, count_escapes3(contender, 2, effort))
ROW_FUNCTION(shots_5, count_escapes3(contender, 5, effort))
ROW_FUNCTION(shots_50, count_escapes3(contender, 50, effort))
ROW_FUNCTION(shots_5000, count_escapes3(contender, 5000, effort))
ROW_FUNCTION(tunnel_1_001, not_passed3(contender, 1.001))
ROW_FUNCTION(tunnel_1, not_passed3(contender, 1))
ROW_FUNCTION(tunnel_0_999, unsteady_at_mouth3(contender, 0.999))
ROW_FUNCTION(tunnel_0_9, unsteady_at_mouth3(contender, 0.9))
ROW_FUNCTION(edges_0_08, path_round_edges3(contender, MOTION_STEP))
ROW_FUNCTION(edges_0_6, path_round_edges3(contender, 0.6))
ROW_FUNCTION(edges_5, path_round_edges3(contender, 5))
ROW_FUNCTION(box_corner_0_08, path_round_corner3(contender, MOTION_STEP))
ROW_FUNCTION(box_corner_0_6, path_round_corner3(contender, 0.6))
ROW_FUNCTION(box_corner_5, path_round_corner3(contender, 5))
ROW_FUNCTION(box_edge, pushed_aside3(contender, false))
ROW_FUNCTION(box_edge_both_sides, pushed_aside3(contender, true))
ROW_FUNCTION(box_edge_along, aside_along_edge3(contender))
ROW_FUNCTION(box_edge_off, depth_walking_off3(contender))
ROW_FUNCTION(settling_ticks, worst_settling3(contender, effort).ticks)
ROW_FUNCTION(settling_rise, worst_settling3(contender, effort).rise)

const motion3_row motion3_rows[] = {
    {"wedges of 5 to 170 degrees, pushed in", "movement a tick, u", 1e-5, false, wedge_movement},
    {"wedges of 5 to 170 degrees, pushed in", "depth left, u", 1e-4, false, wedge_depth},
    {"wedges of 5 to 170 degrees, pushed in", "ticks until it rests", 30, false, wedge_ticks},
    {"corners of three such planes, pushed in", "movement a tick, u", 1e-5, false, corner_movement},
    {"corners of three such planes, pushed in", "depth left, u", 1e-4, false, corner_depth},
    {"corners of three such planes, pushed in", "ticks until it rests", 30, false, corner_ticks},
    {"wedges, pushed out along one wall", "off the line, u", 1e-4, false, slide_out_off_line},
    {"wedges, pushed out along one wall", "error of the speed", 1e-3, false, slide_out_speed},
    {"crease of 2 walls", "error of the distance", 1e-3, false, crease_1},
    {"crease of 2 walls", "aside in a tick, u", 1e-4, false, crease_aside},
    {"crease of 2 walls of 100 pieces", "error of the distance", 1e-3, false, crease_100},
    {"flat wall of 1 piece", "error of the distance", 1e-3, false, strips_1},
    {"flat wall of 10 strips", "error of the distance", 1e-3, false, strips_10},
    {"flat wall of 10 strips", "off the line, u", 1e-4, false, strips_off_line},
    {"flat wall of 100 strips", "error of the distance", 1e-3, false, strips_100},
    {"flat wall of 100 strips", "ticks snagged", 0, false, strips_snags},
    {"flat wall of 1000 strips", "error of the distance", 1e-3, false, strips_1000},
    {"flat wall of 968 triangles", "error of the distance", 1e-3, false, grid_error},
    {"flat wall of 968 triangles", "off the line, u", 1e-4, false, grid_off_line},
    {"flat wall of 968 triangles", "ticks snagged", 0, false, grid_snags},
    {"shots of 0.6 in closed rooms", "escapes", 0, false, shots_0_6},
    {"shots of 2", "escapes", 0, false, shots_2},
    {"shots of 5", "escapes", 0, false, shots_5},
    {"shots of 50", "escapes", 0, false, shots_50},
    {"shots of 5000", "escapes", 0, false, shots_5000},
    {"walks in closed rooms, steps to 30", "escapes", 0, false, count_lost_walks3},
    {"tunnel 1.001 movers wide", "ways not passed, of 20", 0, false, tunnel_1_001},
    {"tunnel 1 mover wide", "ways not passed, of 20", 0, true, tunnel_1},
    {"tunnel 0.999 movers wide, at its mouth", "movement a tick, u", 1e-5, false, tunnel_0_999},
    {"tunnel 0.9 movers wide, at its mouth", "movement a tick, u", 1e-5, false, tunnel_0_9},
    {"edges, 0.08 a tick", "error of the path", 1e-3, false, edges_0_08},
    {"edges, 0.6 a tick", "error of the path", 1e-3, false, edges_0_6},
    {"edges, 5 a tick", "error of the path", 1e-3, false, edges_5},
    {"corner of a box, 0.08 a tick", "error of the path", 1e-3, false, box_corner_0_08},
    {"corner of a box, 0.6 a tick", "error of the path", 1e-3, false, box_corner_0_6},
    {"corner of a box, 5 a tick", "error of the path", 1e-3, false, box_corner_5},
    {"one-sided box, resting near its edge", "pushed aside, u", 1e-5, false, box_edge},
    {"the same, met from both sides", "pushed aside, u", 1e-5, false, box_edge_both_sides},
    {"one-sided box, along its edge", "pushed aside, u", 1e-5, false, box_edge_along},
    {"one-sided box, walking off it", "depth left, u", 1e-4, false, box_edge_off},
    {"inside of walls anywhere in a room", "ticks until it rests", 10, false, settling_ticks},
    {"inside of walls anywhere in a room", "rise of depth, u", 1e-5, false, settling_rise},
};

const int motion3_row_count = sizeof motion3_rows / sizeof *motion3_rows;
