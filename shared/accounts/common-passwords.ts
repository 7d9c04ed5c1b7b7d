/**
 * What guessers try first: the most common words of leaked passwords, and leaked passwords that are long. Longer ones made
 * of these are found by password-strength.ts. Taken from "passwords" of the package @zxcvbn-ts/language-common 4.1.3 (MIT),
 * the first 2,700 words of letters and all long ones with letters and digits, without the crude ones, after a list of ours.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password passwort motdepasse contrasena welcome letmein changeme administrator admin qwerty qwertyuiop asdfghjkl
  zxcvbnm iloveyou sunshine princess football baseball basketball superman batman dragon monkey shadow master trustno
  starwars pokemon whatever computer internet michael jennifer jordan charlie ashley daniel opensesame
  correcthorsebatterystaple correcthorsebattery horsebatterystaple passwordpassword thisismypassword
  mypasswordissecure thequickbrownfox thequickbrownfoxjumpsoverthelazydog letmeinletmein iloveyouforever
  iloveyousomuch maytheforcebewithyou tobeornottobe tobeornottobethatisthequestion adminadminadmin
  administratorpassword passwordadministrator adminpassword rootpassword defaultpassword temporarypassword
  supersecretpassword supersecretpassphrase verysecurepassword strongpassword securepassword secretpassword
  companypassword welcomewelcome welcometothejungle winteriscoming valarmorghulis nevergonnagiveyouup
  helloworldhelloworld helloworld loremipsum loremipsumdolorsitamet abracadabra supercalifragilistic
  supercalifragilisticexpialidocious everythingisawesome onceuponatime twinkletwinklelittlestar yabbadabbadoo
  demoonlypassword demoonlypassphrase qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm asdfghjklqwertyuiop
  qazwsxedcrfvtgb qwertyqwerty qweasdzxc mustang qazwsx killer hunter harley asdfgh buster andrew soccer tigger robert
  thomas ranger hockey george michelle jessica pepper klaster zxcvbn freedom joshua maggie ginger amanda love cheese
  nicole summer matthew chelsea dallas biteme matrix william yankees taylor corvette austin access martin heather
  thunder merlin secret diamond hello anthony hammer silver gfhjkm justin patrick richard bailey samantha golfer
  scooter test orange cookie q1w2e3r4t5 maverick jackson sparky mickey phoenix bigdog snoopy guitar chicken morgan
  andrea camaro mercedes peanut ferrari cowboy falcon samsung steelers joseph smokey dakota melissa boomer eagles
  tigers marina nascar gateway porsche yellow monster spider diablo hannah bulldog junior london purple compaq lakers
  iceman hardcore cowboys money banana boston brandon tennis johnny miller coffee scooby edward nikita mother yamaha
  brandy barney chester oliver charles player knight forever steven rangers midnight chicago bigdaddy redsox victoria
  badboy angel please fender chris jasper james slayer rabbit natasha rachel marine wizard marlboro raiders prince
  casper fishing flower crystal jasmine iwantu adidas winner winter gandalf enter ghbdtn angela mike golden lauren
  cocacola winston madison angels panther shannon sophie johnson asdfasdf david toyota tiger murphy canada danielle
  jonathan liverpoo muffin cooper apples jackie dennis black john sandra slipknot carlos qazxsw scorpion qwaszx nathan
  startrek rainbow razz redskins newyork gemini cameron qazwsxedc florida liverpool turtle nicholas viking booger
  wilson sierra doctor rocket victor dolphins captain bandit jaguar packers pookie peaches asdf blue dolphin helpme
  tucker theman tiffany maxwell jeremy qwertyui debbie albert maddog lovers monica alex united giants nirvana metallic
  hotdog rosebud mountain benjamin warrior stupid elephant success bonnie alexis lucky jason scorpio samson azerty
  freddy driver willie calvin 1q2w3e4r5t sydney gators dexter bubba creative golf voodoo happy arthur trouble america
  nissan gunner rebecca stella garfield gordon jessie parker asdfghjk apollo jack eminem december legend airborne
  beavis august bear apple brooklyn godzilla skippy buddy qwert kitten magic shelby beaver phantom fred nothing asdasd
  williams xavier braves darkness travis copper tomcat platinum qweqwe girls bigboy green power animal police online
  voyager lifehack fish sniper trinity walter blazer heaven lover snowball playboy bubbles loveme hooters cricket
  marvin willow donkey topgun nintendo saturn family november gabriel destiny pakistan pumpkin digital sergey chance
  explorer redwings private therock runner lasvegas guinness beatles fire cassie christin celtic broncos andrey
  babygirl nelson donald scott eclipse cartman fluffy louise michigan testing carolina little samuel alexande birdie
  steve cherry pantera sharon gibson vampire mexico peter buffalo montana genius beer flyers maximus school minecraft
  lovely stalker metallica doggie carter kristina kimberly spencer speedy barbara snickers sabrina carmen marcus
  bronco yankee friends paradise dreams magnum horses cool caroline lacrosse goober member qwertyu enigma scotty brian
  surfer sammy genesis poohbear dave star baby racing friend hawaii billy viper october vanessa poopoo einstein
  stanley walker paul drowssap stephen courtney simple alaska badger action jake bill denise jester spitfire drummer
  forest patricia maryjane champion diesel svetlana rock friday kevin mark gregory pamela frank hotrod chevy anderson
  douglas westside security google shorty tester hitman mozart general reddog music lizard alexander melanie ruslan
  123456789a vincent eagle sweet teresa scarface marshall olivia veronica buddha spirit frankie stargate antonio
  liberty natalie mercury naruto 12345qwert suzuki semperfi king popcorn spooky marley system brittany claudia kelly
  scotland free kitty cherokee vikings simpsons death leslie rascal qweasd jimmy loveyou hummer allison rocky patches
  russia adrian jupiter penguin howard passion honda vfhbyf andre vladimir franklin sandman infinity homer raider
  passport fantasy bulldogs horney domino budlight ironman disney norman softball bishop francis brutus ford redrum
  brooke bigred jeffrey jesus fktrcfylh karina marines kawasaki digger ireland oksana fireman cougar college alicia
  russell houston monday bradley sarah justice super wildcats tinker duncan dancer logitech avalon swordfis everton
  reggie motorola alexandr molly timothy claire patriots madonna colorado eugene ducati kermit juventus indian connor
  galore freeuser smooth house titanic boogie simpson warcraft wolverin elizabet arizona saints valentin georgia asdfg
  accord matt baxter denver mitchell christ password123 yfnfif smith stinky zachary roland naughty spiderma chopper
  brenda extreme virginia water skyline poop zombie pearljam froggy pirate fylhtq vision awesome alyssa dreamer
  predator bullet empire wolf kirill people elvis panthers skipper nemesis peekaboo simon alison rolltide american
  cardinal arnold chevelle daddy psycho danger mookie manutd tommy hobbes vegeta goblue burton fyfcnfcbz picard bobby
  windows loverboy lovelove vfrcbv victory bambam turkey serega tweety hiphop galina rooster polina berlin taurus
  electric ronald avatar mine raptor maksim spring brazil eric newport hard kenneth hendrix madmax england alpha
  sublime britney france darkside bigman hercules lawrence wolfpack classic lincoln ronaldo spiderman blizzard
  cheyenne 123456789q wombat cjkysirj raymond brother kristen pandora devils simone holiday wildcat horse kramer
  sterling caesar alabama carrie sports pickle leather shaggy chronic flowers robbie gracie amber airplane perfect
  kodiak billybob katana sunset crazy good stingray maria anna snowman phpbb chocolat zeppelin garcia detroit wolves
  pontiac candy firebird gundam panzer outlaw time pretty fisher connie honey business trevor redhead greenday
  tarheels nastya hellfire cobra engineer savage service serenity sasha michele dude fireball white remember darkstar
  miranda flash harvey oscar strike freddie pavilion beauty bobafett adam dbrnjhbz jeff bigmac duke clinton bowling
  jenny natali future harrison jones wallace swimming apache rulez pyramid dodgers girl whynot defender teens morris
  trooper cancer precious packard lucifer popeye weasel raven icecream stewart tanner swordfish blonde sandy presario
  rockstar viktor manager cheryl norton control wutang airforce julian atlanta spike thailand looking casino paris
  mouse lennon bluebird theone hawkeye hacker lisa dustin elaine nfnmzyf sailor catfish goldfish maxima tattoo barbie
  light design pervert machine herman wrangler rocks trucks nipples roscoe tornado jerry lights bubble cadillac madman
  orlando pegasus target longhorn laura philip browns eatme stefan cannon dilbert baller microsoft winnie christia
  katie shooter xfiles qazqaz street seattle corona amateur cthutq prelude beach malibu freaky integra atlantis
  123qweasdzxc pussies dragons iloveu unicorn lonewolf regina stealth kristin tony peewee openup bobcat stacey
  software newton leonardo student srinivas angelina young enjoy valentina trigger zaqwsx lolita athena shotgun coyote
  bruins veronika dollar country joker babydoll lestat hottie smiley potter random sweety woody chipper snake samurai
  video gizmo maddie devildog valerie mistress flipper express powers soso123aljg cessna teacher goldie moose polaris
  piglet cookies elena montreal hjvfirf ladies wolfgang fatboy scully father single wicked daisy foobar castle tickle
  bunny pepsi balls transam dfvgbh impala sunday booty hotstuff ronnie jasmin ryan gambit toshiba basketba lancer
  birthday texas stephani knicks roberto stinger testtest kathleen savannah shamrock benson squirt deftones trucker
  nick redneck goldberg alfred blaster siemens shelly renegade manson subaru ibanez blondie hamilton casey swinger
  reaper cristina minnie mylove harry galaxy lindsay dudley farmer gloria special blahblah enterpri travel bigone
  sweetpea sugar smoke skeeter indiana great ficken trfnthbyf freeman curtis smitty marino joanne bigfoot escort babes
  check larisa trumpet tristan spartan babylon asdfghj sister valera stormy paladin andreas cavalier marathon hamlet
  aardvark mister manchester rusty napoleon seven indigo hornet skater jerome pierre wonder toronto rose indians
  karate buckeyes julie hesoyam fredfred charger highland sweetie holland 1qaz2wsx3edc chiefs diamonds buckeye aurora
  campbell griffin brandi redman passwor chandler drpepper monika maiden elizabeth leonard bernie brown garden storm
  autumn linda thuglife millie jungle pencil tomtom insane pizza timber sherlock mariah audrey hamster aragorn pioneer
  techno catdog lollol triumph sidney fktrctq none sophia morpheus island hobbit blabla aaron pascal sampson consumer
  justme marion stones chrissy tyler nadine marie goforit burger pitbull kelsey adgjmptw spartak german karen kissme
  hunting kaiser martha colors artist harold italia sammie barcelona mario nicolas virgin pebbles sundance isabella
  overlord emerald callie doggy irina racecar isabelle germany goddess change wesley nipple basket joejoe holly poison
  zipper alpine shirley element huskers marcel eddie danny christy sakura chichi inside ultimate dirty nicola blackie
  omega watson rommel geronimo nikki caserta trojan philips sergio nugget tarzan bassman warren trixie chicks
  aleksandr cream webster help sherry manuel portugal dodger anakin bobbob bomber michel madness superfly q1w2e3r4t5y6
  loser florence yvonne fatcat global ybrbnf energy desire soldier bianca warlock martina babe andrei larry seminole
  peace alejandr westham concrete harris margaret hector christop ladybug network bernard weed tintin qazxswedc
  trombone chuck pleasure rhbcnbyf home history bluesky sherman logan january onelove cotton christian cdtnkfyf sunny
  archie holden brianna vfvjxrf titans stallion lindsey singer truck smile party missy hansolo angelo joanna natalia
  beagle phillip panama smiles juice qawsed inferno moon mongoose connect kingkong snatch flatron bluemoon turbo
  rocker personal emily blessed snakes dominic joey forget finger beetle jamaica alberto mulder jamie susan immortal
  head passat plastic dietcoke spunky long whiskey monitor giovanni cactus ripper spyder markus planet teen patton
  exigen sticky waters nolimit daniela hollywoo abigail morrison katrina trunks andy always diana deedee clifford
  april speed japan mission pickles million sailing freak holmes bonehead fernando ghbdtnbr charlott delta yomama
  darren rubber newman faster bertha memphis sylvia open maurice hongkong olga jumper unreal geheim rodney nylons
  sebastia pentium legion shalom kennedy brooks movie dodge dream graham sprite curious pacific loulou funtime philly
  ferret niners orion werewolf milton cantona kingdom stars africa office boeing gilbert abgrtyu pirates sheila french
  sweets cooldude palmer eternity lollipop tottenha stocking monique anything foster irish jackoff biscuit drizzt
  camera columbia fossil moomoo makaveli tracey robinson isabel martini salmon shasta jersey verbatim maniac snapper
  nasty solomon patriot jacob standard shaved blackcat asdzxc punkrock raistlin infantry qwerty12345 dillon gerald
  twister ricardo waterloo cjkywt clayton crimson serena oxford maxmax denis flight condor seinfeld silvia biggie
  maxine musicman ravens teddy colleen bruce wolfman sharks megadeth cosmos velvet keeper foxtrot garrett damien anton
  sesame skywalke banshee cats squirrel wolverine dogs sunrise rick ghost western grendel roxanne privet legolas frog
  felix marlin stone herbert lvbnhbq qazwsxed carrot blades frosty stardust helena brownie groovy penny butler coolio
  twilight daytona peanuts intrepid pikachu trains mollie vanhalen jericho hershey strider lobster punisher grace bird
  bottom ninja murray kansas shogun goblin search neptune ball showtime darwin amadeus suzanne oldman bruno showme
  henry getsome muscle obiwan support rfrfirf skittles ekaterina gold whitney shark maestro danni tanker english
  tarheel fighter thanks hannibal capital newlife anubis gothic chaos blues cindy sabine roman preston princes brendan
  evelyn python richie tequila boss cody devil clover delete mirage blood surfing 1q2w3e4r5t6y bentley portland potato
  baggins review porter chubby panasonic sandiego sooners buffy buck tina derrick penelope blackdog harmony fusion
  dima mature malcolm allen mary californ safety playtime dagger moscow swallow warriors byteme stimpy gangster lucas
  christine turner iverson lester chargers liquid mushroom cracker dingdong misty nymets robin bigguy mobile tazman
  greg nimrod miami crusader bugger stranger dkflbvbh anastasia marco volume masters monroe miguel doodle collins
  powder archer gotcha battle dublin slapshot guardian janice charly septembe photos knights short angelica nookie
  milano scarlett stuart damian grizzly camille scruffy brasil latino kittycat poopie munchkin lorenzo rammstein
  bananas barcelon santiago thegame hell world gerard picasso walnut kolobok blackman wisdom trance starcraft parrot
  quality blade pink auburn goodluck dorothy dusty engine coltrane gorilla wheels katerina tamara postal luther carlo
  cassidy discover oakland osiris lonestar ping bridge bingo bender annie stonecol dookie meridian sally megaman
  racerx rjntyjr sirius firefly julia alexandra madrid terry griffey women phoebe weezer beautiful violet ledzep
  lowrider randy gangsta ghjcnj paradox tacobell loving catalina vertigo halflife carson sergei shiloh johnjohn sobaka
  buffett aliens sadie chucky bonjour kangaroo jazz josh thompson sinner socrates keyboard stevie jeep trebor finish
  dark luke sprint shazam lady national celica scarlet hoover sommer frances hotboy cynthia qwerasdf penguins bond
  formula rebels elwood melvin vacation kiss ragnarok bollox lexmark mailcreated5240 lorraine claude rockon duck
  dodgeram tacoma romeo wookie prodigy tempest vfhecz flames sebastian colombia kitkat oblivion mystery sithlord
  server molson mustangs incubus smoker scoobydo rescue bigballs carpet titleist richmond director lawyer megan juan
  magnolia celeste melinda lucy wright jimbob golfing kenny roger bobbie xanadu tardis blueeyes hearts dixie pooper
  shaman mersedes springer imagine janine kenwood dogg garbage martinez topper roberts lizzie ashton elliott oracle
  sheena chloe nuttertools mallard shemale mikey asterix faith monkeys imperial jimbo cooler grateful gillian peterpan
  kingston yourmom sleepy gremlin printer hudson stud freckles birdman aussie esther defiant margarita deadhead polo
  anime tatyana jackal frogger bridget wayne research tobias mariners rootbeer blondes donnie katrin weather aspirine
  frederic parola photo children account israel stephanie shaolin noodles celine willy willis forgot hallo mandy
  rogers palace santos ohyeah magnus laurie creampie amazon kisses queen ludwig plymouth justdoit nellie putter broken
  letsgo bryan bones tatiana camel champs lightnin massive camelot bosco deanna gizmodo spidey caliente aezakmi
  goodtime roller catherin active pooh payton lonely redalert brucelee smokin porkchop astros aquarius thankyou atomic
  fletcher shopping mason marian vanilla unknown sapphire temple marvel beckham qazwsxedcrfv kaktus myself sooner
  blacky hastings blackjac aggies scream picture judith iforgot kasper cxfcnmt spectrum eduard vader jammer painter
  primus veritas ernest kristi chevrole amsterdam slappy valley pete clancy granny avenger satan rosemary husker
  candyman beatrice scrappy simba falcons dylan harder atlantic labrador 123456qwerty smudge syracuse southern melody
  timmy elijah center darling throat stuff fatman krishna sanchez pancho gator pacman commando vulcan bush lemons
  alice keith odessa barkley monopoly method kelley sara punkin pineappl celtics space bennett flyboy hamburg asian
  carol spartans tricky romashka snuggles boat infiniti anders billie life drago blake hermes jesse goose jeremiah
  vivian annette homerun dead forrest carolyn 1234567890q topcat hayden cosworth vectra grover goodbye charlotte
  cuddles bossman horndog doberman gary telefon dawg qawsedrf ivanov durango peugeot franco kyle plumber bell rbhbkk
  pauline exigent laguna emmanuel webmaster bowler leopard strong theking redbull alan pics beast viktoria breeze
  topdog starbuck dance dalton hungry beefcake reality gjkbyf speaker shelley godsmack clarence writer loveit kingpin
  nokia valhalla night starfish anarchy herbie blacks content sailboat desert fitness brando bohica achilles tractor
  drake bull hidden kicker labtec bart amelia tuesday frontier swingers caitlin muppet terror legacy farside
  terminator bella matilda kentucky doughboy ramona phillies jrcfyf camels dannyboy oakley nebraska latin double
  qwertyuio sabbath chang pinkfloy homers striker looker fallen maryland luckydog azamat september iguana oklahoma
  moloko qwerty123456 vfrcbvrf javier vette daniil command rhonda studio pistol miles skiing franky stoner conrad
  select tanya houses boris puppy elliot charmed vladik nathalie whocares maynard vkontakte ihateyou puppies zidane
  eileen dilligaf crash mandingo moneys tyrone funny nevada kotenok mystic california budman church carlton rafael
  technics bone stick golfball rookie panda laptop today jennie triton river trojans bunghole zvezda hurrican central
  stripper dale filter jethro snow gustav ivan escape hawk igor aberdeen shane lespaul rfnthbyf enterprise butch
  dthjybrf cutter splash handsome oilers randall cash nofear cupcake excalibu momoney gbpltw bigger belinda svetik
  possum metal moocow brothers bethany keystone babyboy flamingo firefox bogdan ccbill soleil lancelot vipers marilyn
  tdutybq juliet leader madden russian australia sabina chase coolman babies skinny zaphod kamikaze verona bacon
  noodle rebel doobie designer deadman attack vortex killme dogman gopher somethin danila reagan cancel torres freaks
  azsxdc sassy donna dracula play poncho bearbear boots engage deskjet bradford hammers deeznuts warhammer tight
  justine ralph fabian lewis blueblue marissa oregon bubbas sinatra hilton meatball mailman dawson columbus manchest
  cthulhu macdaddy mighty michaela grandma ready sterlin cartoon summit 123456789z sentinel tolkien bicycle beverly
  breast kathy meghan universe capone jenna julius wendy bryant truelove helen nancy hailey chair bowser kathryn
  fernand eleven rockets billyboy military demon davis jamesbon iloveyo traffic saint redhot microsof sonic miracle
  microlab gofish pilot lifetime rugby mayday aikido nina conner tree thekid theodore titties sweden function polska
  danie gang market scotch lansing elvira bloody hustler anfield coke smut catman rush bonita tracy sony fast cheers
  tinman airbus peters china azsxdcfv santana hayley station gabrie scottie orioles charlton saun fortuna dfkthbz
  rustam warlord retard fatima ultima kong bigmoney rotten betty grumpy oranges superstar asdfjkl boxing xtreme denali
  selena zxcasd huskies terminal wilbur kristy wildfire vladislav bikini thor hollywood mayhem sultan gretchen figaro
  sixers sparta saratoga running models mojo greenbay cancun marlene trinidad tammy chewie hope feet crunch bigbird
  mellon bigtime fashion piccolo fabie rjirfrgbde rovers meatloaf hyperion sandro rightnow jarhead armani treasure
  miriam hansen natural lisalisa sport bizkit maradona sayang charli rfhbyf utopia anaconda japanese camilla coconut
  govols emerson memory catherine jedi cosmo cruise giant ricky dragoon woofwoof giorgi packer poontang illini
  christopher davids zaqxsw pedro sticks revenge exodus reebok chanel albatros cabbage goku wally beaner quincy greens
  tomato toby chief richards adriana kenworth deborah down cooter dinosaur eeyore movies dana lionking creamy adult
  poodle tsunami happyday knopka bogart corrado volley chickens whisper flying first chocolate walleye hopper sean
  twisted chaser memorex ericsson jensen positive crazybab science frisco dong jose zorro romance sherwood shania
  rereirf sausage milana tasha vfvekz profit zenith fugazi junebug clemson polniypizdec0211 tootsie fktrcfylhf comics
  zxcasdqwe vfczyz werner aspire hardrock condom rachael sojdlg123aljg a123456789 qwerty1234 montgom240 1234567890a
  7ugd5hip2j 9293709b13 vsjasnel12 qazwsxedc123 zxcvbnm123 qwert12345 password12 123456789s good123654 zxcasdqwe123
  pufunga7782 liverpool1 ghhh47hj7649 12345qwerty 123456789m q123456789 123456789d 123456789qwe alexander1 password01
  1qazxsw23edc password99 qweasdzxc123 metallica1 123456789r z1x2c3v4b5 123456789v q1q2q3q4q5 spiderman1 123456789o
  1z2x3c4v5b 1234567890z 1qaz2wsx3edc4rfv chickenwing101 987654321a a1b2c3d4e5 quant4307s a1s2d3f4g5 3rjs1la7qe
  password11 groupd2013 123qwe123qwe newproject2004 1a2s3d4f5g qazwsxedc1 porsche911 j3qq4h7h2v 123456789p 123456789l
  charlie123 zxcvb12345 1a2b3c4d5e spartan117 0000000000o pokemon123 asdfg12345 domainlock2005 123456789k 17171717aa
  hd764nw5d7e1vb1 a1a2a3a4a5 123hfjdk147 8phrowz622 5hsu75kpot 8phrowz624 mapet123456 postov1000 zaq1xsw2cde3
  chocolate1 1a2a3a4a5a gy3yt2rgls 123456789abc welcome123 q1234567890 123456789n admin18533362 23176djivanfros
  123456789qwerty cvzefh1gkc psychnaut1 1q2q3q4q5q oc247ngucz 1111111111zz 123123123q 123456789w t34vfrc1991
  123456789qaz 1234qwerty password69 4904s677075 12345trewq password1234 birthday21 venom121293 12345zxcvb
  lost4815162342 slipknot666 testing123 1234567890s 123456789g qwerty123456789 123456789x 89231243658s devilmaycry4
  qweasdzxc1 combat123654 efbcapa201 jamesbond007 123123123a a987654321 123123qweqwe 123456789b 4815162342lost
  999111999q 123456789qqq 123456789t qq123456789 asdfghjkl123 1234qwerasdf 123qwe456rty 1234567890qw elizabeth1
  asdfghjkl1 m6cjy69u35 1pass1page 3syqo15hil birthday54 qwertyuiop123 primetime21 zx123456789 saun24865709 111222333a
  q1w2e3r4t5y6u7 123456789f 989244342a 80070633pc samsung123 password13 polniypizdec110211 amsterdam1 123456789qw
  1qa2ws3ed4rf qwertyuiop1 z123456789 123456789zxc wenef45313 19mtpgam19 birthday299 playstation3 123456789qq
  hshfd4n279 ajcuivd289 7777755102q fkg7h4f3v6 s456123789 skorpion39 123456789aa shadow1212 1234567890qwe qwerty2010
  football12 beautiful1 sebastian1 4815162342a ghhh47hj764 5t4r3e2w1q q1w2e3r4t5y6u7i8 zqjphsyf6ctifgu
  lhbjkjubz2957704 tamwsn3sja 1qazxsw23edcvfr4 qazwsxedc12 yanshi1982 12qw34er56ty password00 christopher1 password10
  1234567890w password23 12345abcde abcde12345 lsia9dnb9y 123456789i a1234567890 1234554321q qwert54321 boy4u2ownnyc
  c43qpul5rz minecraft123 runescape1 winnipeg261 12345678qwe an83546921an13 1958proman abc123456789 jigei743ks
  123456789as 42qwerty42 rammstein1 123321qweewq 0987654321a 1029384756q auckland2010 nintendo64 christian1 w2dlww3v5p
  987654321z 1234567890zzz mangust6403 ekaterina20 32615948worms 12345asdfg 1qwertyuiop 123456789e gordolee85
  38gjgeuftd sasha12345 26429vadim lp2568cskt nhfdvfnjkju123 iloveyou123 nissan350z stalker123 000777fffa 41d8cd98f00b
  lololyo123 nemvxyheqdd5oqxyxyzi 19952009sa birthday10 nokia6230i nccpl25282 123456789y spam967888 lucifer666
  ghjcnjnfr1 123456qwer 0o9i8u7y6t australia1 7elephants scoubidou2 password21 playstation2 left4dead2 k123456789
  123456789c fighting54 01telemike01 123456789zx nikita2000 1986irachka alabama123 0000000000d a3eilm2s2y 1234567890m
  11111aaaaa birthday100 1234567890qaz qwe1234567 fktrcfylh1 chicken123 nastya1995 7jokx7b9du magical123 vfvfgfgf123
  kd189nlcih scoubidou6 celtic1888 3f3fpht7op qazwsx1234 1a2s3d4f5g6h paintball1 s123456789 polopolo09 selfok2013
  123456qwert table54781 123qweasdzx 89876065093rax 1234567qwertyu walkman555 firstone123 zjses9evpa c43dae874d
  spartak1922 basketball1 superman123 baseball12 87e5nclizry wrestling1 lotrfotr34 p0o9i8u7y6 1234qwerasdfzxcv
  qazwsx12345 alexandra1 nikita1998 0cdh0v99ue animal2000 queenas8151 1qazwsxedc 1234567890qwerty q1w2e3r4t5y6u7i8o9p0
  hollywood1 manchester1 natasha123 59382113kevinp 1234567890p 123654789a qwe123qwe123 147258369a zxcvbn123456
  dogphil3650 spiderman3 phezc419hv 4815162342q warhammer40k something1 passwordstandard maprchem56458 lovezp1314
  nuaddn9561 matchbox20 hondas2000 lzhan16889 baseball11 789456123a kanmax1994 service321 bpgjldsgjldthnf xiaoyua123
  123456789j 9z5ve9rrcz iampurehaha2 qazxswedc123 nastya2010 hesoyam123 qwertyuiop10 413276191q 10293847qp
  stickdaddy77 birthday26 asdfgh123456 aa123456789 california1 hollister1 football123 afrika2002 1234554321a
  123qwerty123 123456789zz qaz123wsx456 awo8rx3wa8t andrey1992 zxcvbnm123456789 mattylad10 sataniv1993 1234567890d
  password22 boredboi4u michael123 2dumb2live 671fsa75yt a1s2d3f4g5h6 pineapple1 iloveyou11 iloveyou12 kudos4ever
  132forever peugeot406 1234567890o qwertyuiop12345 1qa2ws3ed4rf5tg am4h39d8nh 123456789asd rfnthbyf1988 superman12
  kamelia2011 qwertyu123 nastya1996 paraklast1974 123456789qwer v123456789 8096468644q sdh686drth sutvsc5ysaa
  qaz26101778 z1x2c3v4b5n6m7 qwertyuiop12 computer12 12345qazwsx astra334566 birthday36 zxcvbnm1234 789456123q
  starcraft2 wwwooo1234 password88 rashley198 starwars123 ntktdbpjh1994 nick1234rem936 need4speed awesome123
  m123456789 987654321g ma123123123 birthday28 jasmine123 qwertasdfgzxcvb birthday27 99strenght iloveyou22 berlin1945
  aksjdlasdakj89879 23wkoa0fp78dk fatima753357 nthvbyfnjh2 c7e4f8ezqh birthday133 6215mila6215 bmvm3e46gtr 2606642yra
  iloveyou143 zaq12wsxcde3 letmein123 1q3e5t7u9o ronaldo123 1234567890l vitalik123 love777321777 192837465q
  123456789aaa nastya1997 4815162342lf pfqwtd27121988 zxcvbn3215 cnfc35762209 chester123 baseball21 h72sfibbnl
  gilbert2707 misiaczek1 findaupair007 football10 alpha135792468 parol12345 alejandro1 s1a2s3h4a5 w1w2w3w4w5
  20162016up qazwsx123456 lytdybrbdfvgbhf asd123asd123 passwordassword qweasdzxc12 ronaldinho10 svensps820 12andriy14
  ipo54tj45uy856 imjakie123 godzils4s7 89semtsriuty baseball10 sdicmt7seytn tylerca310 tottenham1 thirteen13
  nightmare1 idontknow1 alkanaft123 ktjynsq40147 1a2a3a4a5a6a bullnuts2003 sunflower1 charlotte1 t5r4e3w2q1 ss6z2sw6lu
  shelbygt500 dmiller12as 050605rostik 19960610ilja lineage123 123456zxcvbn 80361665abc abcd123456 monster123
  werty12345 e6pz84qfcj z1x2c3v4b5n6 ad12345678 89063032220m 5858855abc badiman28200 zexts364325 123ewqasdcxz
  charlie111 polniypizdec1102 neepodchehyl sunshine69 hd764nw5d7e1vbv fyfcnfcbz1 aezakmi123 stephanie1 josephphone7
  a789456123 12345qwert7 dunnowho89 msoracle32re boy1cool23 bhrh0h2oof6xbqjeh 87654321vv`.split(/\s+/),
);
