/**
 * Passwords of eight characters and more that stand at the top of every list of leaked ones, and words that are too well known to carry one, in
 * small letters. What is a row of keys, one character again and again, or such a word with digits after it is found by rule (password-warning.ts).
 */
export const leakedPasswords: ReadonlySet<string> = new Set(
  `1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 1qaz2wsx3edc zaq12wsx zaq1zaq1 zaq1xsw2 q1w2e3r4 q1w2e3r4t5 qwer1234 qwert123 qweasdzxc qazwsxedc
  a1b2c3d4 abcd1234 abc12345 abcd12345 asdf1234 asdfasdf asdasdasd qweqweqwe zxczxczxc aa123456 aa12345678 a1234567 a12345678 a123456789 123456aa
  123456ab 123456abc 12345678a 123456789a 123qweasd 123qweasdzxc 123qwe123 12qwaszx 147258369 159753456 741852963 789456123 963852741 987654321
  1029384756 0987654321 0123456789 12341234 123123123 1231231234 12344321 123454321 11223344 1122334455 11112222 10203040 100200300 13131313 69696969
  12121212 21212121 010203040 31415926 314159265 27182818 iloveyou iloveyou1 iloveyou2 iloveyou12 ilovegod ilovejesus iloveme1 iloveyou123 loveyou1
  letmein1 letmein123 letmein12 welcome1 welcome12 welcome123 welcome1234 p@ssw0rd p@ssword passw0rd pa55word pa55w0rd passwort password password1
  password12 password123 password1234 mypassword yourpassword newpassword mypass123 changeme changeme1 changeme123 trustno1 whatever whatever1
  superman superman1 batman123 spiderman spiderman1 ironman123 starwars starwars1 pokemon1 pokemon123 pikachu1 naruto123 minecraft minecraft1 fortnite
  football football1 baseball baseball1 basketball volleyball liverpool liverpool1 arsenal1 chelsea1 chelsea123 manchester manutd123 barcelona juventus
  realmadrid ronaldo7 messi1010 michael1 michelle jennifer jessica1 jordan23 jonathan benjamin nicholas elizabeth victoria samantha princess princess1
  princess123 sunshine sunshine1 butterfly chocolate cheesecake strawberry blueberry elephant computer computer1 internet samsung1 samsung123 iphone123
  facebook facebook1 instagram whatsapp google123 youtube1 microsoft windows10 linkedin linkedin1 dropbox1 adobe123 photoshop administrator administrator1
  admin123 admin1234 admin12345 root1234 rootroot toor1234 test1234 testtest testing1 testing123 temp1234 guest123 guest1234 demo1234 user1234 login123
  master123 dragon123 monkey123 shadow123 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyui qwertyuiop azerty123 azertyuiop 1qw23er4
  asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 asdf123456 killer123 hello123 hello1234 hellohello helloworld goodluck goodmorning blessed1 blessing jesuschrist
  jesus123 godisgood christian heaven11 freedom1 forever1 forever21 mustang1 corvette ferrari1 mercedes mercedes1 bmw12345 toyota123 honda123 hyundai1
  harley01 yamaha123 kawasaki ducati916 porsche1 porsche911 midnight midnight1 november december september october1 summer12 summer123 summer2020 winter12
  winter123 spring123 autumn123 monday123 friday13 friday123 sunday123 bismillah alhamdulillah muhammad mohammed inshallah singapore singapore1
  singapore123 merlion1 merlion123 majulah1 majulahsingapura temasek1 sentosa1 orchard1 changi123 bedok123 tampines1 jurong123 chickenrice lah12345
  password! password@123 p@ssw0rd1 p@ssw0rd123 passw0rd1 passw0rd123 pass1234 pass12345 pass@123 pass@1234 admin@123 abcd@1234 test@123 welcome@123
  india@123 aadhaar1 password01 password11 password99 password2020 password2024 password2025 password2026 babygirl babygirl1 babyboy1 sweetheart
  lovelove lovelove1 loveme123 myspace1 nothing1 nothing123 blahblah blahblah1 trustme1 secret123 secret1234 topsecret unknown1 nopassword
  ihateyou1 fuckyou1 fuckyou2 fuckyou123 asshole1 bullshit sexygirl sexy1234 playboy1 casino123 money123 million1 diamond1 diamonds goldfish
  rainbow1 snoopy12 scooby12 tinkerbell pumpkin1 cookie123 cupcake1 bubbles1 buster123 charlie1 charlie123 maggie12 ginger12 tigger12 hunter12
  ranger12 soccer12 hockey12 tennis12 guitar12 matrix12 phoenix1 thunder1 thunder123 warrior1 warcraft counterstrike starcraft overwatch valorant
  corona2020 covid2019 covid1234 lockdown1 kerbside kerbside1 kerbside123 learner1 learner123 instructor driving1 driving123 licence1 license1`.split(
    /\s+/,
  ),
);

/** Words that a password is not made good by, whatever digits and signs come after them. */
export const knownWords: ReadonlySet<string> = new Set(
  `password passwort passcode pass admin administrator welcome letmein login master qwerty azerty dragon monkey shadow sunshine princess football
  baseball iloveyou superman batman michael jordan charlie hunter ranger soccer hockey killer george andrew summer winter spring autumn monday
  tuesday friday singapore merlion kerbside learner driver driving instructor lesson secret hello test guest user computer internet google
  samsung chelsea liverpool arsenal january february march april june july august september october november december`.split(
    /\s+/,
  ),
);
