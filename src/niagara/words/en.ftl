### Niagara in English: every word of the client, the server's answers and the terminal.
### ** marks what is printed bold; programs that cannot print bold leave the stars out.

### The browser client: names of things

gem-p = purple
gem-w = white
gem-y = yellow
gem-b = blue
gem-r = red
a-gem-p = a purple gem
a-gem-w = a white gem
a-gem-y = a yellow gem
a-gem-b = a blue gem
a-gem-r = a red gem
gems-count = { $count ->
    [one] { $gem }
   *[other] { $count } { $gem }
}

place-camp = the camp
place-S1 = the first grey space
place-S2 = the second grey space
place-S3 = purple
place-S4 = white
place-S5 = yellow
place-L6 = left blue
place-L7 = left red
place-R6 = right blue
place-R7 = right red
place-lost = the foot of the fall

card-1 = 1
card-2 = 2
card-3 = 3
card-4 = 4
card-5 = 5
card-6 = 6
card-7 = 7
card-C = Cloud
card-L = Lasso
card-X = 1/2/3

weather--1 = sun, −1
weather-0 = fair, 0
weather-1 = rain, +1
weather-2 = storm, +2

canoe-only = your canoe
canoe-a = your first canoe
canoe-b = your second canoe
canoe-two-seat = your two-seat canoe
canoe-one-seat = your one-seat canoe

way-kinds = 5 kinds
way-alike = 4 alike
way-seven = 7 any

### The browser client: the log. { $you } is yes where the reader himself is meant.

log-turn = { $head }: { $deeds }.
log-turn-bare = { $head }.
log-round = Round { $round }. { $you ->
    [yes] You have the ring.
   *[no] { $who } has the ring.
}
log-play = { $you ->
    [yes] **You** play { $card }
   *[no] **{ $who }** plays { $card }
}
log-joe = **Diamond Joe**
log-idle = { $you ->
    [yes] you stay ashore
   *[no] stays ashore
}
log-points = { $you ->
    [yes] choose
   *[no] chooses
} { $points ->
    [one] { $points } point
   *[other] { $points } points
}
log-elk = { $you ->
    [yes] take
   *[no] takes
} the elk aboard, for 2 points more
log-launch = { $you ->
    [yes] launch
   *[no] launches
} a canoe to { $place }
log-up = { $you ->
    [yes] climb
   *[no] climbs
} to { $place }
log-down = { $you ->
    [yes] glide
   *[no] glides
} down to { $place }
log-home = { $you ->
    [yes] bring
   *[no] brings
} { $gems } home
log-home-empty = { $you ->
    [yes] land
   *[no] lands
} in camp with an empty canoe
log-load = { $you ->
    [yes] load
   *[no] loads
} { $gems }
log-unload = { $you ->
    [yes] put
   *[no] puts
} { $gems } ashore
log-steal = { $you ->
    [yes] take
   *[no] takes
} { $gem } from { $victim-you ->
    [yes] you
   *[no] { $victim }
}
log-trade-take = { $you ->
    [yes] take
   *[no] takes
} Joe’s { $take }
log-trade-give = { $you ->
    [yes] give
   *[no] gives
} Joe { $give }
log-trade-swap = { $you ->
    [yes] swap
   *[no] swaps
} { $give } for Joe’s { $take }
log-weather = the weather turns to { $weather }
log-lasso-one = { $you ->
    [yes] rope
   *[no] ropes
} a canoe to the bank
log-lasso-both = { $you ->
    [yes] rope
   *[no] ropes
} both canoes to the bank
log-lasso-none = { $you ->
    [yes] rope
   *[no] ropes
} nothing
log-carried = the whirlpool carries it to { $place }
log-carried-over = the whirlpool carries it over the fall

log-river = **The river moves { $speed }:** lowest card { $lowest }, { $weather }.
log-river-still = **The river stands still:** lowest card { $lowest }, { $weather }.
log-fall = { $you ->
    [yes] Your canoe
   *[no] { $who }’s canoe
} goes over the { $side ->
    [left] left
   *[right] right
} fall with { $gems }.
log-fall-empty = { $you ->
    [yes] Your canoe
   *[no] { $who }’s canoe
} goes over the { $side ->
    [left] left
   *[right] right
} fall, empty.
log-fall-joe = Diamond Joe goes over the { $side ->
    [left] left
   *[right] right
} fall.
log-fall-elk = The elk swims ashore.
log-washed = The whirlpool carries { $you ->
    [yes] your canoe
   *[no] { $who }’s canoe
} to { $place }.
log-washed-joe = The whirlpool carries Diamond Joe to { $place }.
log-whirlpool-gone = The whirlpool goes over the fall.
log-whirlpool-back = The whirlpool is back, on { $place }.
log-beaver = The beaver slips into the water at { $place }.
log-beaver-gone = The beaver goes over the fall.
log-beaver-weather = The sky clears to { $weather }.
log-elk-home = The elk is back among the rubies.
log-joe-back = **Diamond Joe** sets out again from { $place }.
log-refill = { $you ->
    [yes] You take your cards back.
   *[no] { $who } takes all cards back.
}
log-bought = { $you ->
    [yes] **You** buy a canoe back for { $gem }.
   *[no] **{ $who }** buys a canoe back for { $gem }.
}
log-bought-free = { $you ->
    [yes] **You** get a canoe back, free of charge.
   *[no] **{ $who }** gets a canoe back, free of charge.
}
log-declined = { $you ->
    [yes] **You** leave your canoe where it lies.
   *[no] **{ $who }** does not buy the canoe back.
}
log-won = { $you ->
    [yes] **You win** with { $ways }.
   *[no] **{ $who } wins** with { $ways }.
}
log-nobody = **Nobody wins:** the last round is over.
log-way-kinds = all five colours
log-way-alike = four of one colour
log-way-seven = seven gems
log-start = **Game { $game } begins.**
