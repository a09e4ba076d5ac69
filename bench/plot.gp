# Draws what a move costs against how many segments there are, from the table of slidemove-bench plot:
# gnuplot -c bench/plot.gp TABLE PICTURE.png MACHINE

set terminal pngcairo size 1800, 1040 font "Inter,20" background "#fafbfc"
set output ARG2
set datafile missing "-"
set logscale xy
set xrange [100:1e6]
set yrange [1e-8:1e-4] # seconds; the table has ns
set mxtics 10
set mytics 10
set tics scale 0.001, 0.001 textcolor "#5b6879"
set format x "%.0s %c"
set format y "%.0s %cs"
set border back linecolor "#d0d4da"
set grid xtics ytics mxtics mytics linetype 1 linewidth 2 linecolor "#d0d4da", linetype 1 linewidth 1 linecolor "#eceef1"
set margins screen 0.093, screen 0.813, screen 0.127, screen 0.838
set label "What one move costs" at screen 0.027, screen 0.95 font "Inter:Bold,28" textcolor "#17202e"
set label "time a move on one core; near: one disk walks on and on; far: 20 000 disks take turns" \
    at screen 0.027, screen 0.895 textcolor "#5b6879"
set xlabel "segments in the level" offset 0, -0.6 textcolor "#17202e"
set label ARG3 at screen 0.987, screen 0.04 right font "Inter,16" textcolor "#5b6879"
unset key

# Of each curve: its name, the segments where it ends, its color, and whether it is dashed.
array name[6] = ["", "plain loop", "slidemove, near", "slidemove, far", "Chipmunk, near", "Chipmunk, far"]
array end[6] = [0, 1e4, 1e6, 1e6, 1e6, 1e6]
array ink[6] = [0, 0x5b6879, 0xab6000, 0xab6000, 0x78267f, 0x78267f]
array dash[6] = [0, 1, 1, 2, 1, 2]

plot for [i = 2:6] ARG1 skip 1 using 1:(column(i) * 1e-9) with linespoints linewidth 4 pointtype 7 pointsize 2 \
         dashtype dash[i] linecolor rgb ink[i], \
     for [i = 2:6] ARG1 skip 1 using ($1 == end[i] ? $1 : NaN):(column(i) * 1e-9):(name[i]) \
         with labels left offset 1.2, 0 font "Inter:Bold,20" textcolor rgb ink[i]
