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
gems-alike = { $count } { $gem } gems
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

spot-camp = camp
spot-S1 = grey 1
spot-S2 = grey 2
spot-S3 = purple
spot-S4 = white
spot-S5 = yellow
spot-L6 = left blue
spot-L7 = left red
spot-R6 = right blue
spot-R7 = right red
spot-lost = over the fall

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

canoe-a = first canoe
canoe-b = second canoe
canoe-two-seat = two-seat canoe
canoe-one-seat = one-seat canoe

way-kinds = 5 kinds
way-alike = 4 alike
way-seven = 7 any

### The board: what stands where, for those who listen to it, and what can be done there

board-river = The river, from the camp to the waterfall
board-place = { $place ->
    [camp] Camp
    [S1] Space 1, below the camp
    [S2] Space 2
    [S3] Space 3, by the purple deposit
    [S4] Space 4, by the white deposit
    [S5] Space 5, by the yellow deposit, above the fork
    [L6] Left arm, by the blue deposit
    [L7] Left arm, by the red deposit, above the waterfall
    [R6] Right arm, by the blue deposit
    [R7] Right arm, by the red deposit, above the waterfall
   *[lost] Over the waterfall
}
board-empty = nobody
board-whirlpool = the whirlpool
board-beaver = the beaver
board-joe = Diamond Joe’s canoe
board-canoe = { $mine ->
    [yes] your { $seats ->
        [2] two-seat canoe
       *[1] canoe
    }
   *[no] { $name }’s { $seats ->
        [2] two-seat canoe
       *[1] canoe
    }
}
board-cargo-empty = empty
board-cargo = with { $gems }
board-roped = roped to the bank
board-with-elk = with the elk
board-to-move = can move
board-selected = chosen
board-moved = has moved
board-end-steps = You can end here for { $steps ->
    [0] 0 points
    [one] 1 point
   *[other] { $steps } points
}
board-end-load = You can end here and load: { $steps } for the way, { $load } for loading
board-end-washed = The whirlpool carries you here
board-end-chosen = Your move ends here
board-deposit = { $gem ->
    [p] Purple deposit
    [w] White deposit
    [y] Yellow deposit
    [b] Blue deposit
   *[r] Red deposit
}
board-deposit-bare = no gem is left
board-elk-here = the elk stands here
board-load = Load { $gem }
board-unload = Unload { $gem }
board-crowd = Canoes here
board-crowd-place = The space itself
board-crowd-close = Close
board-weather = Weather: { $weather }
board-speed-known = The river will move { $speed }: lowest card { $lowest }, weather { $weather }
board-speed-most = The river will move at most { $speed }: lowest card { $lowest }, weather { $weather }
board-speed-open = How far the river will move is not known yet; weather { $weather }
board-flag = { $arm ->
    [L] The next push takes the left arm
   *[R] The next push takes the right arm
}

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

### The browser client: the game on the table

niagara = Niagara
title = { $place } · Niagara
title-turn = ● Your turn · { $place } · Niagara

on = On
off = Off
close = Close
confirm = Confirm
sending = Sending…
step-back = Step back

line-joining = Coming to the table…
line-lost = Reconnecting…
line-back = Back again
line-unsaved = Not saved yet. Trying again…
fault-here = Something went wrong on this page. Reload it, and it should go on.
line-none = The server cannot be reached just now. Try again in a moment.

strips-label = Players
strip-you = you
strip-bot = bot
strip-away = away
strip-ring = start player
strip-plays = plays { $card }
strip-chosen = has chosen a card
strip-choosing = is choosing a card
strip-home = home: { $gems }
strip-no-gems = nothing yet
strip-lost = one canoe lost
strip-stand-in = bot plays
strip-stand-in-long = { $bot }, a bot, plays for the time being
votes-label = Votes
vote-ask = Let a bot play for { $who }, who is away: { $votes } of { $needed } votes
clock-hours = { $hours } h
clock-days = { $days } d
clock-long-days = { $days ->
    [one] 1 day
   *[other] { $days } days
} { $hours ->
    [0] {""}
    [one] 1 hour
   *[other] { $hours } hours
}
clock-long-hours = { $hours ->
    [one] 1 hour
   *[other] { $hours } hours
} { $minutes ->
    [0] {""}
    [one] 1 minute
   *[other] { $minutes } minutes
}
clock-long-minutes = { $minutes ->
    [0] {""}
    [one] 1 minute
   *[other] { $minutes } minutes
} { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}
clock-stands = Time of { $name }: { $left }
clock-runs = Time of { $name }: { $left }, running
clock-low = Time of { $name }: only { $left }, running
clock-out = Time of { $name }: up
clock-quiet = Time of { $name }: { $left }; quiet hours until { $until }
clock-call = You have { $left }.
back-title = { $bot }, a bot, plays for you.
back-rest = Nothing is lost; take your seat back when you like.
back-button = I am back
strip-way = { $way }: has { $has }
strip-cards = in hand: { $hand }; used: { $used }
strip-no-cards = none

hand-label = Your cards
hand-in = Card { $card }
hand-used = Card { $card }, used
hand-chosen = Card { $card }, chosen, face down
hand-plays = Card { $card }, played

bar-label = Table
bar-menu = Menu
bar-round = Round { $round }
bar-skip = Skip the animation
bar-help = How to play
bar-talk = Log and chat{ $unread ->
    [0] {""}
   *[other] , { $unread } new
}
log-label = What happened
chat-label = Chat
chat-say = Say something
chat-send = Send
talk-close = Close log and chat

menu-theme = Colours
theme-system = System
theme-light = Day
theme-dark = Night
menu-letters = Letters on stones
menu-motion = Animation
menu-keys = Letters and digits as keys
menu-help = How to play
menu-record = Download the record
menu-rematch = Play again
menu-who = Who is here
menu-watch = Get up and watch
menu-join = Take a free seat
menu-replace = Let a bot play on for { $who }
menu-resign = Give up
menu-resign-sure = Really give up?
menu-home = To the start page

prompt-named = { $who }: { $title }
curtain-title = { $who } chooses a card.
curtain-hand = Hand over the device; nobody else looks.
curtain-lift = I am { $who }
prompt-card = Choose a card.
prompt-card-rest = It stays hidden until your turn.
prompt-chosen = You play { $card }.
prompt-cards = Cards are being chosen.
prompt-waiting = Waiting for { $who }.
prompt-waiting-many = Waiting for { $count } players.
prompt-turn = Your turn.
prompt-canoe = { $card ->
    [one] 1 point a canoe. Which one moves?
   *[other] { $card } points a canoe. Which one moves?
}
prompt-choice = Which canoe moves, and how far?
prompt-points = With how many points?
prompt-end = Where to?
prompt-ops = Load what, and where?
prompt-ready = Like this?
prompt-cloud = Move the weather one step.
prompt-lasso = Rope which canoes?
prompt-buy = A canoe of yours is lost.
prompt-buy-free = You have no gem: one comes back free.
prompt-buy-rest = Buy it back for a gem from home?
prompt-arm = Your canoe comes back from the bank.
prompt-arm-rest = The whirlpool carries it down: into which arm?
prompt-other = { $who } is at turn.
prompt-buying = Lost canoes are bought back.
prompt-river = The river moves.
prompt-over = The game is over.
prompt-watching = You are watching.

compose-label = Your move
chip-canoe = { $canoe }, { $place }
chip-canoe-short = { $place }
chip-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
chip-to = { $place }
chip-washed = ↻ { $place }
chip-stay = stay
chip-no-load = load nothing
chip-load = load { $gems }
chip-unload = put { $gems } ashore
chip-first = first { $deeds }
chip-at = { $deeds } there
chip-here = { $deeds } here
chip-steal = steal from { $who }: { $gem }
chip-steal-short = steal from { $who }
chip-take-joe = take Joe’s { $take }
chip-give-joe = give Joe { $give }
chip-swap = swap { $give } for Joe’s { $take }
chip-end = End turn
chip-elk = Take the elk aboard
chip-weather-up = Cloudier, +1
chip-weather-down = Clearer, −1
chip-lasso-one = Rope the { $canoe }
chip-lasso-both = Rope both canoes
chip-lasso-none = Rope none of them
chip-lasso-one-short = the { $canoe }
chip-lasso-both-short = both canoes
chip-lasso-none-short = none
chip-buy-canoe = the { $canoe }
chip-buy = Pay { $gem }
chip-buy-free = Take it back, free
chip-nobuy = Do not buy
chip-arm-left = Left arm
chip-arm-right = Right arm

cost-steps = { $steps ->
    [one] 1 point for steps
   *[other] { $steps } points for steps
}
cost-load = { $load } points for loading
sum-steps = { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}
sum-load = load { $load }
sum-steal = stolen from { $who }
sum-points = { $points ->
    [one] 1 point used
   *[other] { $points } points used
}
why-with-rule = { $text } ({ $rule })

over-you = You win!
over-shared = You win, together with { $who }!
over-others = { $count ->
    [one] { $who } wins.
   *[other] { $who } win together.
}
over-nobody = Nobody wins.
over-change = Change the table
over-gems = { $count ->
    [0] nothing home
    [one] 1 gem home
   *[other] { $count } gems home
}

### The browser client: the table before the game

room-seats = Seats
room-rules = Rules
room-talk = Talk
room-tabs = Parts of this page
room-empty = empty
room-host = host
room-sit = Sit here
room-bot = Bot
room-bot-seat = Put a bot on seat { $seat }
room-bot-which = Which bot?
room-leave = Get up
room-also = Another player at this device
room-also-name = Name of the other player
room-also-ok = Sit down
room-remove = Ask { $who } to get up
room-up = Move { $who } one seat up
room-colour = Colour of { $who }
room-colours = Colours
room-copy = Copy the link
room-copied = Copied
room-watching = Watching: { $who }
room-start = Start the game
room-board = Back to the board
room-missing = { $count ->
    [one] One seat is still empty: send the link to a friend.
   *[other] { $count } seats are still empty: send the link to friends.
}
room-was = was { $who }:
room-was-long = In the record this seat was { $who }’s. Home: { $gems }.{ $lost ->
    [0] {""}
    [one] {" "}One canoe is lost.
   *[other] {" "}{ $lost } canoes are lost.
}{ $ring ->
    [yes] {" "}Start player.
   *[no] {""}
}
room-rules-host = The host chooses these.
room-wait = Everybody is here; the game can start.
colour-0 = orange stripes
colour-1 = navy dots
colour-2 = green chevrons
colour-3 = pink checks
colour-4 = cream zigzag
colour-5 = blue bands
strength-drifter = Drifter
strength-paddler = Paddler

option-players = Players
option-spirits = The Spirits of Niagara
option-spirits-about = Ten cards, two-seat canoes, whirlpool, beaver and elk
option-joe = Diamond Joe
option-joe-about = A neutral canoe that loads, drifts and trades
option-fork = The fork
option-fork-about = Which arm each push takes
option-fork-alternating = by turns
option-fork-random = by chance
option-elk-on-choice-card = The elk and 1/2/3
option-elk-on-choice-card-about = Extra points on that card
option-elk-on-choice-card-2 = 2 points more
option-elk-on-choice-card-1 = 1 point more
option-tie-break = Several winners
option-tie-break-about = Who wins if more than one is there
option-tie-break-shared = they share
option-tie-break-gem-value = gem value decides
option-pace = Time
option-pace-about = How long people may think
option-pace-none = no clock
option-pace-live = live
option-pace-slow = slow, over days
option-bank = For the game
option-bank-minutes = { $minutes } min
option-increment = And for each decision
option-increment-seconds = { $seconds } s
option-hours = For each decision
option-hours-hours = { $hours ->
    [one] 1 hour
   *[other] { $hours } hours
}
option-hours-days = { $days ->
    [one] 1 day
   *[other] { $days } days
}
option-quiet = Quiet hours
option-quiet-about = In these hours no clock runs ({ $zone }).
option-quiet-begins = Quiet from
option-quiet-ends = Quiet until
option-stand-in = Who stands in
option-stand-in-about = The bot that plays for whoever is away
option-watch = Onlookers
option-watch-about = Whoever has the link may watch the game
option-public = Open table
option-public-about = Anybody finds it on the first page and may sit down
option-name = Name of the table
option-yes = on
option-no = off
option-changed = The table is changed. { $option }: { $value }.
option-round-limit = Round limit
option-round-limit-about = After it the game is over
option-round-limit-0 = none
option-rounds = { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
}

name-ask = What shall the others call you?
name-ok = That’s me

### The browser client: the first page

home-about = Load gems, dodge the fall, be first home. A game for three to six.
home-name = Your name
home-name-hint = Guest
home-rules = Expansions
home-spirits = Spirits
home-joe = Diamond Joe
home-bots = Bots against you
home-strength = How strong they are
home-play = Play now
home-create = Set up a table for friends
home-link = Link or code of a table
home-join = Join

### The browser client: lists of tables and games

home-parts = What to do
home-tab-play = Play
home-tab-mine = My tables
home-tab-turns = { $count ->
    [one] your turn at 1 table
   *[other] your turn at { $count } tables
}
home-tab-open = Open tables
list-your-turn = Your turn
list-your-time = Your turn, { $time } left
list-over = Over
list-free = { $free ->
    [0] no seat is free
    [one] 1 seat is free
   *[other] { $free } seats are free
}
list-none-mine = You sit at no table yet.
list-none-open = No open table waits for players just now. Set one up and make it an open table, under Rules.
list-more = Show more
list-games = Finished games
list-rounds = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
list-record = Record of { $name }, { $date }
list-join = Sit down
list-sit-at = Sit down at { $name }

### The browser client: nudges

nudges-open = Nudges
nudges-title = When a table waits for you
nudges-about = When it is your turn and you are away, Niagara can tell you. Slow tables do so once you have chosen how; others if you wish.
nudges-push = Tell me in this browser
nudges-mail = Mail address
nudges-mail-hint = ada@example.org
nudges-mail-add = By mail
nudges-hook = Address of a webhook: Discord, Slack, or your own
nudges-hook-hint = https://… (Discord, Slack)
nudges-hook-add = Webhook
nudges-added = Done. “Try it” sends you one now.
nudges-asked = We have sent a mail: open its link to say yes.
nudges-removed = Taken away.
nudges-denied = Notifications of this page are blocked in this browser. Press the sign beside the page’s address, allow them, and open this again.
nudges-unable = This browser takes no notifications here. It needs https; on an iPhone add Niagara to the home screen first.
nudges-no-service = The browser’s own push service does not answer; try again later.
nudges-unconfirmed = Open the link in the mail that went there.
nudges-way-here = This browser
nudges-way-push = Another browser
nudges-way-mail = Mail
nudges-way-hook = Webhook
nudges-try = Try it
nudges-remove = Take away: { $way }
nudges-unpaced = At all tables, not only slow ones
nudges-here = At this table
nudges-here-slow = At this slow table
nudges-here-null = As usual
nudges-here-true = Always
nudges-here-false = Never
nudges-forget = Forget all of this
nudges-forget-sure = Really forget it all?
nudges-forgotten = Nothing of it is kept any more.
nudge-link-confirm = Shall Niagara write to you when it is your turn?
nudge-link-confirm-yes = Yes, write to me
nudge-link-confirm-done = Good. You will hear when a table waits for you.
nudge-link-off = No more mail from Niagara to this address?
nudge-link-off-yes = No more mail
nudge-link-off-done = Done. No more mail will come.

### The browser client: a game step by step

replay = Replay
replay-controls = Steps of the game
replay-slider = Moment
replay-moment = Step { $step } of { $last }, round { $round }
replay-first = To the beginning
replay-round-back = A round back
replay-back = A step back
replay-play = Play
replay-pause = Pause
replay-on = A step forward
replay-round-on = A round forward
replay-last = To the end
replay-cards = Everybody has chosen a card.
replay-play-on = Play on from here
replay-running = The game is still being played; its finished rounds are shown.
replay-log = Log
replay-loading = Fetching the game…
replay-open = Look at a saved game
replay-bring = Paste a record here, or drop its file (.niagara)
replay-file = Choose a file
replay-show = Show it
replay-table = To the table

### The browser client: how to play

learn-title = How to play
learn-goal = Bring home five gems of different colours, four of one colour, or any seven: then you win at the end of the round.
learn-card = Every round all players secretly choose a paddle card. A used card stays open until all are used; then you take them all back.
learn-move = Each canoe on the river must use all the points of the card, and goes only up or only down. One canoe may be launched from camp.
learn-load = Loading or unloading a gem costs 2 points, before the first step or after the last. A seat holds one gem.
learn-home = Landing in camp brings your gems home, even if points are left.
learn-river = After the turns the river moves: as far as the lowest card, more or less by the weather. The arms take pushes by turns. What goes over the fall is lost.
learn-steal = A canoe that paddled upstream and has a free seat may take a gem from a canoe on the space where it ends.
learn-buy = A lost canoe comes back for one gem from home; if both are lost and you have none, one is free. Cloud moves the weather one step and no canoe.
learn-whirlpool = Nobody stays on the whirlpool: it carries you one space down. Going up past it costs 1 point more.
learn-spirits = The Lasso ropes canoes to the bank while the river moves. 1/2/3 moves one canoe with as many points as you like. The beaver, when it falls, clears the sky to 0.
learn-elk = The elk, taken aboard at the red deposit, gives its canoe 2 points more until it lands or falls.
learn-joe = Diamond Joe loads one gem where he drifts, then goes up as far as the start player’s card says. A canoe that ends beside him may trade with him. Nobody robs him.
learn-keys = Keys
key-cards = 1–7 C L X
key-cards-does = choose a card; with 1/2/3 the digits choose the points
key-canoe = ← →
key-canoe-does = the other canoe
key-river = ↓ ↑
key-river-does = the next place where it can end, down or up the river
key-confirm = Enter
key-confirm-does = confirm the move
key-back = Esc
key-back-does = step back
key-weather = + −
key-weather-does = the weather, with Cloud
key-help = ?
key-help-does = this page

### The engine: why a move is not legal

why-phase-buy = Canoes are being bought back now: answer with buy or nobuy.
why-phase-cards = Cards are being chosen now: answer with a card.
why-phase-turns = A turn is being played now: answer with a move of that turn.
why-phase-river = The river is about to move: chance draws the arms.
why-phase-banks = A canoe comes back from the bank: choose its arm.
why-over = The game is over.
why-not-your-turn = Seat { $seat } is at turn, not you.
why-decided = You have nothing to decide now.
why-card-unknown = There is no card { $card } in this game.
why-card-used = You have already played { $card }; it comes back when all your cards are used.
why-must-buy = Both your canoes are lost: take one back.
why-not-lost = Canoe { $canoe } is not lost.
why-canoes-alike = Your canoes are alike: take back canoe { $canoe }.
why-not-free = A canoe costs one gem as long as you have one at home.
why-not-home = You have no { $colour ->
    [p] purple
    [w] white
    [y] yellow
    [b] blue
   *[r] red
 } gem at home.
why-draw = The river moves { $speed }: draw { $speed } arms, L or R each.
why-river-long = The river never moves so far.
why-other-canoe-first = Canoe { $canoe } is first.
why-elk-gone = The elk is not at the red deposit.
why-elk-late = The elk boards before canoe { $canoe } moves.
why-elk-far = Canoe { $canoe } is not beside the red deposit.
why-hidden = The card at turn is hidden here.
why-cloud = You have played Cloud: move the weather.
why-weather-end = The weather is at { $weather }, the end of its scale.
why-lasso = You have played the Lasso: rope canoes to the bank, or none.
why-lasso-not-on-river = Canoe { $canoe } is not on the river.
why-not-cloud = Only Cloud moves the weather; you have played { $card }.
why-not-lasso = Only the Lasso ropes canoes; you have played { $card }.
why-must-move-one = You have a canoe on the river: one of your canoes must move.
why-must-move = Canoe { $canoe } is on the river and must move.
why-choose-points = Choose 1, 2 or 3 points for canoe { $canoe }, such as { $canoe }=2.
why-points-given = Points are chosen with 1/2/3 only; you have played { $card }.
why-lost = Canoe { $canoe } is lost.
why-moved = Canoe { $canoe } has used its points.
why-over-fall = A canoe cannot paddle over the waterfall.
why-same-place = The canoe would end where it is; a move without a step is written without a place.
why-not-washed = No whirlpool carries the canoe to { $place }.
why-on-whirlpool = No canoe can stay on the whirlpool; it would be carried one space down.
why-no-way = In one turn a canoe goes only up or only down: there is no such way to { $place }.
why-points-left = { $load ->
    [0] { $steps ->
        [0] No step and no loading use
        [one] 1 step uses
       *[other] { $steps } steps use
    } { $needed } of { $points } points; all must be used.
   *[other] { $steps } for steps and { $load } for loading make { $needed }; all { $points } points must be used.
}
why-too-few-points = { $load ->
    [0] That takes { $steps } points; the canoe has { $points }.
   *[other] { $steps } for steps and { $load } for loading make { $needed }; the canoe has { $points }.
}
why-both-ends = A canoe loads and unloads before its steps or after them, not both.
why-two-at-most = A canoe has two seats at most, so two gems at most are unloaded, loaded or stolen.
why-washed-no-loading = Washed down by the whirlpool, a canoe has no points left to load or unload.
why-no-deposit = There is no deposit at { $place }.
why-own-deposit = A gem cannot be unloaded at the deposit of its own colour.
why-back-and-forth = In one turn a canoe cannot both load and unload the same colour.
why-not-aboard = There is no such gem aboard: { $colour ->
    [p] purple
    [w] white
    [y] yellow
    [b] blue
   *[r] red
 }.
why-not-there = The deposit at { $place } has too few of these: { $colour ->
    [p] purple
    [w] white
    [y] yellow
    [b] blue
   *[r] red
 }.
why-no-seat = { $seats ->
    [one] The canoe has one seat, for one gem.
   *[other] The canoe has { $seats } seats, for one gem each.
}
why-washed-no-stealing = Washed down by the whirlpool, a canoe may not steal.
why-camp-no-stealing = Nobody steals in camp.
why-steal-upstream = Only a canoe that stepped up the river this turn may steal.
why-steal-seats = { $free ->
    [0] No seat is free for a stolen gem.
    [one] One seat is free: one gem may be stolen.
   *[other] { $free } seats are free: so many gems may be stolen.
}
why-steal-own = A player does not steal from a canoe of his own.
why-steal-away = That canoe is not at { $place }.
why-steal-bank = A canoe on the bank cannot be robbed.
why-steal-gem = That canoe does not carry so many of these: { $colour ->
    [p] purple
    [w] white
    [y] yellow
    [b] blue
   *[r] red
 }.
why-no-joe = Diamond Joe does not play in this game.
why-joe-away = Diamond Joe is not where the canoe ends.
why-joe-full = Diamond Joe has a gem already: he swaps, or gives it.
why-joe-gem = Diamond Joe does not carry that gem.
why-joe-same = Diamond Joe swaps only for another colour.
why-joe-seat = No seat is free for Diamond Joe's gem.

### The engine: positions, moves, records and the pipe

move-not-understood = “{ $move }” is not a move. Moves look like a>S3(+w), card 4, weather +, lasso ab, buy a p, end.
move-written-otherwise = This move is written { $written }.
move-not-text = A move is a text, such as "a>S3".
rules-players = This rule set is for 3 to { $most } players.
position-shape = { $where } must be { $right }.
position-clash = { $where } must be { $right }; the position contradicts itself.
pipe-blank = The line is blank; send one JSON object a line.
pipe-not-json = The line is not JSON; send one JSON object a line.
pipe-not-object = The request must be a JSON object with the key "do".
pipe-unknown = "do" must be one of { $requests }.
pipe-missing = { $asked } also needs "{ $key }".
pipe-extra = { $asked } does not know "{ $key }".
pipe-seat = "{ $key }" must be a seat of this game, 0 to { $last }{ $key ->
    [seat] , or -1 for chance
   *[other] {""}
}.
pipe-seat-or-spectator = "seat" must be a seat of this game, 0 to { $last }, or null for a spectator.
pipe-view = A view hides cards; apply needs the whole position.
record-tag = Line { $line } must be a tag, such as [Ring "2"].
record-tag-missing = The record must have the tag { $name } exactly once.
record-format = The record must begin with [Niagara "{ $version }"].
record-rules = The tag Rules cannot be “{ $value }”; it names players, expansions and what differs from the default, such as players=4 spirits joe fork=random.
record-seats = The tag Seats must name { $players } players, such as "Ada" "Bo" "Cy".
record-ring = The tag Ring must be a seat, 0 to { $last }.
record-result = The tag Result says { $written }, but the moves lead to { $right }.
record-line = Line { $line }, { $content }: { $why }
record-round = Round { $round } should begin here, or the one before it end.
record-cards = Cards of { $players } seats must stand here, such as 4 C 6 2.
record-entry = After { $word } stand seats in order and their moves, such as { $word ->
    [buys] 1: buy a p; 2: nobuy
   *[banks] 1: arm a L
 }.
record-not-understood = A line holds cards, buys, banks, river or the moves of a seat, such as 2: a>S4.
record-no-seat = There is no such seat; the last is { $last }.

### Server: tables, seats and chat

guest-name = Guest { $number }
table-of = { $name }’s table
nobody = nobody

table-needs-players = { $count ->
    [one] One seat is still empty: send the link to a friend, or add a bot.
   *[other] { $count } seats are still empty: send the link to friends, or add bots.
}
table-full = All { $seats } seats are taken. You can watch.
table-name = A table’s name has 1 to { $longest } printable characters.
person-name = A name has 1 to { $longest } printable characters.
no-such-table = There is no table { $table }.
no-such-game = This table has no game { $game }.
no-such-step = The game has no step { $step }; its steps are numbered 0 to { $last }.
record-over = The game is over there. Choose an earlier moment to play on from.
record-rounds = A table plays 999 rounds at most; the record’s round limit is higher.
table-from-record = Round { $round }, played on
no-such-seat = There is no seat { $seat }; seats are numbered 0 to { $last }.
seat-taken = Seat { $seat } is taken by { $name }.
seat-empty = Seat { $seat } is empty.
already-seated = You sit on seat { $seat } already.
not-seated = You have no seat at this table.
order-incomplete = Name each of the { $seats } seats once, by its present number from 0 to { $last }: /order 1 0 2 …
no-such-colour = Colours are numbered 0 to { $last }.
colour-of-another = { $name } chooses that colour.
too-many-seated = { $seated } sit at the table; for { $players } players somebody must get up first.
no-such-option = There is no option { $option }. Did you mean { $nearest }?
option-value = { $option } cannot be “{ $value }”; it is { $choices }.
option-choices-players = a number of players, 3 to 5, or to 6 with the Spirits
option-choices-spirits = yes or no
option-choices-joe = yes or no
option-choices-fork = alternating or random
option-choices-elk-on-choice-card = 2 or 1
option-choices-tie-break = shared or gem_value
option-choices-round-limit = a number of rounds up to 999, or 0 for none
option-choices-watch = yes or no
option-choices-public = yes or no
option-choices-pace = none; live MINUTES+SECONDS, such as live 5+10, up to 180 minutes and 300 seconds; or slow with the hours or days of a decision, 1h to 14d, and quiet hours if you like, 16 at most: slow 24h quiet 22-8 Europe/Helsinki

host-only = { $host } is host here and decides that.
game-running = That cannot be done while a game is being played.
no-game-running = No game is being played.
game-not-over = The game is not over yet.
not-in-the-room = That is for before a game. For another one: /rematch
no-watching = This table is for its players alone.
no-such-bot = There is no bot “{ $strength }”; there are { $strengths }.
no-such-name = Nobody here is called { $name }. Did you mean { $nearest }?
still-here = { $name } is still here.
nobody-away = Nobody is away for whom a bot could play.
no-vote-of-yours = People with a seat here vote on that.
clock-decides = At a slow table the clock alone decides when a bot plays for somebody.
vote-too-early = { $name } may be back any moment. You can vote in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}.
voted-already = Your vote on { $name } counts already: { $votes } of { $needed }.
not-away = Nobody plays for you; the seat is yours.
bot-decides = Your time was up: { $bot } makes this decision. The next one is yours.
time-left = Nobody’s time is up.

note-joined = { $name } sits down.
note-left = { $name } gets up and leaves.
note-watches = { $name } gets up to watch.
note-bot = { $name } sits down, a bot.
note-removed = { $name } has been asked to get up.
note-order = The seats are in a new order: { $names }.
note-colour = { $name } paints the canoes anew.
note-option = The table is changed: { $option } is { $value }.
note-pace-none = The table is changed: no clock.
note-pace-live = The table is changed: live, { $minutes } min for the game and { $seconds } s for each decision.
note-pace-slow = The table is changed: slow, { $days ->
    [0] { $hours ->
        [one] 1 hour
       *[other] { $hours } hours
    }
    [one] 1 day
   *[other] { $days } days
} for each decision.
note-pace-quiet = The table is changed: slow, { $days ->
    [0] { $hours ->
        [one] 1 hour
       *[other] { $hours } hours
    }
    [one] 1 day
   *[other] { $days } days
} for each decision. No clock runs from { $begins }:00 to { $ends }:00 ({ $zone }).
note-renamed = { $old } is called { $name } now.
note-resigned = { $name } gives up the seat; { $bot } goes on, a bot.
note-out-of-time = { $name } is out of time. { $bot }, a bot, plays until { $name } is back.
note-stand-in = { $bot }, a bot, plays for { $name }, who is away.
note-voted = { $voter } would let a bot play for { $name }: { $votes } of { $needed } votes.
note-back = { $name } is back and plays again.
note-here-again = { $name } is here again.
note-spared = The server was away. { $name } has { $minutes ->
    [0] half a minute
   *[other] { $minutes } minutes
} for this decision.
note-room-again = { $name } would like another game; somebody is missing.

chat-empty = Say something that can be printed.
command-unknown = There is no /{ $command }. Did you mean /{ $nearest }? /help lists all.
command-usage = That is written { $usage }
usage-join = /join [seat]
usage-also = /also [seat] [NAME]
usage-leave = /leave
usage-watch = /watch
usage-bot = /bot [strength] [seat]
usage-remove = /remove NAME
usage-order = /order 1 0 2 …
usage-colour = /colour NUMBER [seat]
usage-option = /option KEY VALUE
usage-start = /start
usage-vote = /vote NAME
usage-back = /back
usage-resign = /resign
usage-rematch = /rematch
usage-who = /who
usage-help = /help
help-join = sit down
help-also = let another player sit down at this device
help-leave = get up and leave the table to the others
help-watch = get up and watch
help-bot = put a bot on an empty seat
help-remove = empty a seat; in a game, let a bot go on for somebody who has gone
help-order = seat everybody in another order
help-colour = choose how your canoes look
help-option = change the rules, the pace, who may watch, or the table’s name
help-start = begin the game
help-vote = let a bot play for somebody who is away, if most of you want it
help-back = play for yourself again, where a bot plays for you
help-resign = give up; a bot takes your seat
help-rematch = play again with the same seats
help-who = who is here
help-help = this list
who-seat = Seat { $seat }: { $name }{ $host ->
    [true] , host
   *[false] {""}
}
who-empty = empty
who-watching = { $count ->
    [0] Nobody is watching.
   *[other] Watching: { $names }
}

### Server: moves, messages and pages

decision-closed = That has been decided already; look again.
decision-of-another = That is for seat { $named } to decide; you sit on seat { $seat }.
foreign-origin = Another site’s page may not do that here.
hello-first = The first message must be hello.
frame-not-text = Messages are text, not bytes.
frame-too-long = A message has at most { $most } bytes.
frame-not-json = The message is not JSON: { $detail }
frame-wrong-shape = The message is not understood: { $detail }
too-many-frames = Too many messages at once; wait a moment.
too-many-lines = That is a lot to say at once; wait a moment.
too-many-tables = You have opened many tables just now; wait a minute.
too-many-sockets = You have this table open { $most } times; close one of them.
body-wrong = The request is not understood: { $detail }
body-too-long = The request is too long.
no-such-page = There is nothing here.
no-such-page-number = There is no page { $page }; pages are numbered 0 to { $last }.
metrics-closed = The figures are for whoever runs the server: see “Metrics” in docs/hosting.md.
not-ready = The server runs, and what it needs does not answer; its log has the details.
no-such-method = That cannot be done with this address.
server-fault = The server has made a mistake. Nothing is lost; try again.
cannot-write = The server cannot reach its disk or database just now. What it has confirmed is safe; try again in a moment.
page-unbuilt = The server runs; its page is not built yet.
page-unbuilt-how = Run “make play” in the folder of the source, which builds it, then reload.

### Server: nudges

nudge-turn = It is your turn at “{ $table }”.
nudge-begun = The game at “{ $table }” has begun, and it is your turn.
nudge-over = The game at “{ $table }” is over.
nudge-stand-in = A bot plays for you at “{ $table }”.
nudge-soon = { $hours ->
    [0] Less than an hour is left for your turn at “{ $table }”.
    [one] About an hour is left for your turn at “{ $table }”.
   *[other] About { $hours } hours are left for your turn at “{ $table }”.
}
nudge-test = This is how a nudge looks.
hook-line = { $who }: { $text } { $link }
mail-nudge =
    { $text }

    { $link }

    --
    You asked Niagara for this mail. No more of it:
    { $stop }
mail-confirm-subject = Niagara: may we write to you?
mail-confirm =
    Somebody at { $server }, where people play Niagara, wants to get a mail at this address
    when it is their turn. If that is you, open this page within three days and say yes:

    { $link }

    If it is not, do nothing: no other mail will come.
nudge-sent = It is on its way.
nudge-status = The receiver answered { $status } instead of taking it.
nudge-silent = The receiver does not answer.
nudge-network = That address is not on the open net; this server sends nothing there.
nudge-stopped = Too many nudges in a row have failed, so no more are sent. A trial that works switches them on again.
nudge-push-gone = This browser has ended its subscription. Switch nudges on again here.
nudge-hook-gone = Nothing is at that webhook any more.
nudge-mail-failed = The mail server does not take it now; try again later.
nudge-mail-unknown = The mail server does not know that address.
nudge-address-wrong = That is no address for a webhook. It looks like https://example.org/hooks/1234.
nudge-address-closed = That address cannot be called: it must be https, and on the open net.
nudge-push-wrong = The browser’s subscription is not complete.
nudge-mail-wrong = That is no mail address. It looks like ada@example.org.
nudge-mail-often = Enough mail has been asked for; try again in some hours.
nudge-too-often = That was asked for a little too often; wait a minute.
nudge-too-many = { $most } are enough; take one away first.
nudge-not-offered = This server does not send nudges that way. Its host can allow it.
nudge-unconfirmed = First open the link in the mail that was sent there.
nudge-token = This link does not work any more.
no-such-way = There is no such way among yours.

### Doctor: what this installation is like

doctor-column-what = What
doctor-column-found = Found
doctor-python = Python
doctor-niagara = Niagara
doctor-rules = Rules
doctor-client = Client
doctor-games = Games
doctor-packages = Packages
doctor-compiled = compiled by mypyc, { $speed } decisions/s of random play here
doctor-plain = plain Python, { $speed } decisions/s of random play here; { $reason }
doctor-plain-asked = they were installed with NIAGARA_PURE set.
doctor-plain-no-mypyc = mypyc was not there when they were installed: pip install "mypy>=2.0", then install Niagara again.
doctor-plain-no-compiler = no C compiler with the headers of Python was found when they were installed. Debian: apt install gcc python3-dev, then install Niagara again.
doctor-plain-failed = compiling them did not succeed. pip install --verbose tells why.
doctor-plain-unknown = they were not compiled for this Python.
doctor-stale = { $modules } changed after the rules were compiled: make play compiles them anew.
doctor-client-built = built, in { $folder }
doctor-client-missing = not built: { $folder } has no page. In a clone, make play builds it; a wheel brings it along.
doctor-games-writable = kept in { $folder }, which can be written
doctor-games-not-writable = { $folder } cannot be written: { $reason }. niagara serve --folder names another.
doctor-settings = Settings
doctor-settings-known = { $count ->
    [0] all as they are by default
    [one] one is set in the environment
   *[other] { $count } are set in the environment
}
doctor-setting-unknown = { $name } is no setting; the nearest is { $nearest }.
doctor-secret = Secret
doctor-secret-not-yet = none yet: the first start makes it
doctor-secret-well = in { $file }, for nobody else to read
doctor-open-to-others = Others on this machine can read { $path }. The next start closes it; or now: chmod { $mode } { $path }
doctor-database = Database
doctor-database-not-yet = none yet: the first start makes it
doctor-database-well = { $dialect }, { $tables ->
    [one] 1 table
   *[other] { $tables } tables
}, revision { $revision }, the newest
doctor-database-older = revision { $revision }; the next start brings it to { $newest }. Make a backup first.
doctor-database-newer = revision { $revision } is newer than this Niagara knows: install the version that made it.
doctor-database-away = does not answer: { $reason }
doctor-redis = Redis
doctor-redis-well = answers
doctor-redis-package = the package that speaks with it is missing here: pip install "niagara[scale]" brings it.
doctor-clock = Clock
doctor-clock-behind = { $now }: something has happened here already { $minutes } minutes later. Set the clock, by NTP for example.
doctor-disk = Disk
doctor-disk-free = { $free } GB are free in { $folder }
doctor-disk-full = Only { $free } GB are free in { $folder }: when the disk is full, no move is accepted.
doctor-backup = Backup
doctor-backup-never = none known: niagara backup FILE makes one, while the server runs
doctor-backup-when = of { $taken } UTC
doctor-backup-old = of { $taken } UTC, { $days } days ago: niagara backup FILE makes another
doctor-port = Port
doctor-port-free = { $host }, port { $port } is free
doctor-port-ours = { $host }, port { $port }: a server runs there
doctor-port-taken = { $host }, port { $port } cannot be had: { $reason }. NIAGARA_PORT names another.
doctor-well = All is well.
doctor-ill = Something is not in order: see above.

### Terminal

list-two = { $first } and { $last }
list-many = { $first }, and { $last }

rules-word-unknown = “{ $word }” is no word of the rules; the nearest is { $nearest }. There are { $known }.
rules-value = { $name } cannot be “{ $value }”; the nearest is { $nearest }. It is one of { $known }.
rules-number = { $name } is a number of rounds, at most { $most }; 0 for none.

draw-head = Round { $round } · { $ring } has the ring (°)
draw-elk = the elk
draw-fork = the fork
draw-seat = Player
draw-home = Home
draw-hand = In hand
draw-used = Used
draw-plays = Plays

ask-card = your card? { $cards }
ask-buy = a canoe of yours is lost. Buy it back?
ask-arm = the whirlpool carries your canoe down from the bank. Into which arm?
ask-move = { $card }: your move?
ask-column-number = No.
ask-column-move = Move
ask-column-does = What it does
ask-column-costs = What it costs
ask-help = Type a move or its number. ? a>S5 tells what is wrong with a move; board shows the table; quit ends the game.
ask-help-card = Type a card. Nobody sees it before your turn. back lets the one before choose anew; board shows the table; quit ends the game.
ask-legal = { $move } is allowed.

play-you = You
play-welcome = At the table: { $players }. At every question, ? tells what you may do.
play-ended = The game ends here. Until next time.
play-saved = The game is in { $file }.
play-too-many = { $named } players are named; by these rules { $players } play.
play-name = A name has 1 to { $most } printable characters.
play-name-twice = Two players are called { $name }.
replay-begins = { $players }. Enter goes on.
replay-help = Enter goes on; board shows the table; quit ends.
replay-ended = The replay ends here.
file-not-read = { $file } cannot be read: { $reason }.
file-not-written = { $file } cannot be written: { $reason }.
file-not-text = { $file } is no record: it is not text.

bot-is-drifter = takes what lies on the way and paddles home with it; plans nothing
bot-is-paddler = counts the rounds to each way of winning, plays for the nearest, and robs you on the way
bots-how = Let them play: niagara arena paddler drifter
bots-match-whom = A match needs bots, such as: niagara bots --match { $strengths } drifter
bots-match-seats = The rules say { $players } players, and { $named } bots are named.
bot-unknown = There is no bot “{ $strength }”; the nearest is { $nearest }. There are { $strengths }.
serve-not-begun = The server could not open its database: { $reason }
serve-open = Niagara is at { $address }   (Ctrl-C ends it)
serve-folder = Games are kept in { $folder }
serve-port = Niagara cannot listen on { $host }, port { $port }: { $reason }. Another port: niagara serve --port 8001
serve-setting = A setting does not fit: { $detail }
open-to-others = Others on this machine can read { $path }, and that cannot be changed: it belongs to somebody else. As its owner: chmod { $mode } { $path }
secret-too-short = The secret in { $file } has fewer than { $least } letters. Without the file a new one is made; then players are strangers to the server.
folder-in-use = A server runs on { $folder }. Stop it first, and start it again afterwards.
folder-restored = A backup is being brought back in { $folder }; wait until that is done.
serves-already = A server runs on { $folder } already. Stop it first; several at once need PostgreSQL and Redis: docs/hosting.md
serves-already-elsewhere = A server uses this database already. Several at once need NIAGARA_REDIS_URL, each of them: docs/hosting.md
scale-missing = Packages are missing for NIAGARA_DATABASE_URL and NIAGARA_REDIS_URL: { $packages }. Install Niagara with them: pip install 'niagara[scale]'
url-wrong = { $setting } is no URL that can be understood. PostgreSQL: postgresql://user:password@host:5432/database, Redis: redis://:password@host:6379/0
database-away = The database { $place } cannot be used: { $reason }
redis-away = Redis at { $place } cannot be used: { $reason }
redis-without-postgresql = NIAGARA_REDIS_URL is for several processes, and they need PostgreSQL: set NIAGARA_DATABASE_URL too, or neither.
bots-elsewhere-alone = NIAGARA_BOTS=elsewhere leaves the bots to `niagara bots --worker`, and that needs NIAGARA_DATABASE_URL and NIAGARA_REDIS_URL.
bots-worker-alone = A worker for bots joins servers through PostgreSQL and Redis: set NIAGARA_DATABASE_URL and NIAGARA_REDIS_URL as for them.
bots-worker-open = Playing the bots of { $place }   (Ctrl-C ends it)
secret-differs = The other processes have another secret. Copy the file `secret` from the folder of one of them to the folders of all.
database-fails = The database cannot do that: { $reason }

### Backup and restore

backup-nothing = There is nothing to keep in { $folder }: no database was ever made there. --folder names another.
backup-there = { $file } is there already, and is left as it is. Name another file, or say --replace.
backup-not-written = { $file } cannot be read or written: { $reason }
backup-done = { $file } holds everything: { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}, { $size } kB.
backup-unknown = That is no backup of Niagara.
backup-damaged = The backup is damaged: it breaks off, or is not what was written. Nothing was changed.
backup-newer = The backup comes from a newer Niagara ({ $version }). Install that, or a later one.
restore-others = { $count ->
    [one] One connection to the database is open
   *[other] { $count } connections to the database are open
}: stop all servers and workers first.
restore-not-empty = There are games in { $where } already. --force puts them aside and brings the backup back in their place.
restore-aside = What was there is now in { $where }
restore-done = Everything is back: { $rows ->
    [one] 1 row
   *[other] { $rows } rows
} of { $taken }, written by Niagara { $version }.

### The arena: tournaments between bots

arena-playing = The bots sit down
arena-leads = { $name } wins { $rate } by chair
arena-left = left
arena-goes-on = { $games ->
    [one] 1 game is
   *[other] { $games } games are
} in the file; the tournament goes on from there.
arena-stopped = Stopped after { $games ->
    [one] 1 game
   *[other] { $games } games
}.
arena-column-bot = Bot
arena-column-rating = Rating
arena-column-share = Share
arena-column-chairs = Chairs
arena-column-wins = Wins
arena-column-rate = Rate
arena-column-interval = 95 % interval
arena-column-shared = Shared
arena-column-games = Games
arena-column-home = Gems home
arena-against = The share of each against each
arena-rounds = { $games ->
    [one] 1 game,
   *[other] { $games } games,
} { $median } rounds by the median, { $most } at most{ $nobody ->
    [0] .
    [one] ; one without a winner.
   *[other] ; { $nobody } without a winner.
}
arena-not-counted = { $games ->
    [one] 1 game more does not count: its deal is
   *[other] { $games } games more do not count: their deals are
} not whole, or came after the test had spoken.
arena-sprt-better = { $bot } against { $other } ({ $rules }): { $p1 } rather than { $p0 }, after { $games } games.
arena-sprt-not-better = { $bot } against { $other } ({ $rules }): { $p0 } rather than { $p1 }, after { $games } games.
arena-sprt-open = { $bot } against { $other } ({ $rules }): { $p0 } or { $p1 } is still open after { $games } games.
arena-forfeits = { $name } did not decide itself in { $games ->
    [one] 1 game
   *[other] { $games } games
}: { $counts }.
arena-forfeit-late = { $count } times too late
arena-forfeit-illegal = { $count } times with an illegal move
arena-forfeit-garbled = { $count } times with an answer that is none
arena-forfeit-crashed = { $count } times because the program ended
arena-forfeit-absent = { $count } times after it had been given up
arena-words = The last that { $name } said on stderr:
arena-how-many = A tournament needs 2 to { $most } bots, such as: niagara arena paddler drifter
arena-too-many = A tournament has at most { $most } games. Ask for fewer with --games, or let fewer bots meet.
arena-mixed-few = With --tables mixed a bot sits on each of the { $players } chairs, and { $named ->
    [one] 1 bot is
   *[other] { $named } bots are
} named.
arena-mixed-pairs = --swiss and --sprt need --tables pairs.
arena-sprt = “{ $given }” names no two shares of the wins: --sprt 0.5:0.55, or Elo points, --sprt 0:35elo, the smaller one first.
arena-command = “{ $command }” is no bot: name a strength (niagara bots lists them) or a program with its arguments, such as "node ferryman.mjs".
arena-bare-file = There is no bot “{ $given }”; the nearest file of this folder is { $file }, and is named like that.
arena-not-executable = { $file } is there, but cannot be run as it is. Say with what, such as: "python3 { $file }"
arena-no-program = There is no program { $file } here{ $nearest ->
    [none] .
   *[other] ; the nearest is { $nearest }.
}
arena-no-file = There is no file { $file }; the nearest is { $nearest }.
external-late = { $command } did not introduce itself in time (--start-seconds gives it longer). Its last words:
    { $words }
external-garbled = { $command } did not introduce itself as docs/bots.md asks. Its last words:
    { $words }
external-crashed = { $command } ended before it introduced itself. Its last words:
    { $words }
arena-extra-missing = The package { $package } is missing here. pip install "niagara[arena]" brings it.
arena-plot-format = { $file } is no picture: its name must end in one of { $formats }.
arena-plot-results = { $file } cannot hold both the results (--out) and the picture (--plot).
arena-plot-rating = OpenSkill rating, 95 %
arena-plot-matrix = Share of the wins, row against column, 95 %
arena-no-folder = there is no such folder
arena-no-ordinary-file = it is no ordinary file
arena-file-foreign = { $file } is no file of the arena, and is left as it is. Name another one with --out.
arena-file-busy = { $file } is being written by another tournament.
arena-file-line = { $file } is not in order in line { $line }{ $line ->
    [1] . Name another file with --out.
   *[other] : take this line out, and its game is played again; or name another file with --out.
}
arena-file-other = { $file } belongs to another tournament: its { $what } is { $before }, now it is { $now }. Name another file with --out, or ask for the same tournament.
arena-dask-away = There is no Dask scheduler at { $address }: dask scheduler starts one, and tells its address.
arena-dask-empty = The Dask cluster at { $address } has no workers yet: dask worker { $address }
arena-dask-foreign = Not every worker of the cluster at { $address } has Niagara { $version }, as this machine has.
arena-workers-die = Workers die again and again while they play { $game }. What has been written with --out is kept.
arena-workers-gone = The workers have gone. What has been written with --out is kept: the same command goes on.

### Environments for learning

envs-extra-missing = The package { $package } is missing here. pip install niagara[rl] brings it.
envs-field = There is no field “{ $field }” of the rule set; the nearest is { $nearest }. There are { $fields }.
envs-action-illegal = Action { $action } ({ $name }) cannot be taken here; the action mask tells which can.
envs-seat = There is no seat { $seat }; the seats are 0 to { $last }.
envs-action-unknown = An action is a whole number from 0 to { $last }, not { $action }.
envs-action-in-game = Action { $action } cannot be taken in game { $game }; its row of the mask tells which can.
envs-actions-array = The actions of { $games } games are an array of { $games } whole numbers, not { $given }.
envs-agents = Each of { $agents } needs an action, and nobody else; given are those of { $given }.
envs-bot-illegal = The bot “{ $name }” at seat { $seat } has chosen { $move }, which is none of the legal moves that it was given.
envs-cycles = The most cycles are a whole number from 1 on, or None for no such end; not { $given }.
envs-games = At least one game is needed, and a whole number of them; not { $given }.
envs-opponents = Name 1 to { $most } opponents for { $players } players, one for each of the other seats or fewer; given: { $given }.
envs-outcome = Chance has no outcome { $outcome } here; the outcomes are 0 to { $last }.
envs-over = No game is going on; reset begins one.
envs-render-mode = There is no render mode “{ $given }”; there are { $modes }.
envs-together = All choose together here: apply_actions with { $players } actions, one of each player in the order of the seats.
envs-round-limit = OpenSpiel needs to know the longest game: give a round limit, round_limit=100 for example.
