/**
 * Common passwords that are long enough to pass the length rule. Shorter ones are refused too when they are only
 * repeated or extended with digits.
 */
const common = new Set(
  `password passwort motdepasse contrasena welcome letmein changeme administrator admin qwerty qwertyuiop asdfghjkl
  zxcvbnm iloveyou sunshine princess football baseball basketball superman batman dragon monkey shadow master
  trustno starwars pokemon whatever computer internet michael jennifer jordan charlie ashley daniel
  opensesame correcthorsebatterystaple correcthorsebattery horsebatterystaple passwordpassword thisismypassword
  mypasswordissecure thequickbrownfox thequickbrownfoxjumpsoverthelazydog letmeinletmein iloveyouforever
  iloveyousomuch maytheforcebewithyou tobeornottobe tobeornottobethatisthequestion adminadminadmin
  administratorpassword passwordadministrator adminpassword rootpassword defaultpassword temporarypassword
  supersecretpassword supersecretpassphrase verysecurepassword strongpassword securepassword secretpassword
  companypassword welcomewelcome welcometothejungle winteriscoming valarmorghulis nevergonnagiveyouup
  helloworldhelloworld helloworld loremipsum loremipsumdolorsitamet abracadabra supercalifragilistic
  supercalifragilisticexpialidocious everythingisawesome onceuponatime twinkletwinklelittlestar
  yabbadabbadoo demoonlypassword demoonlypassphrase qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm asdfghjklqwertyuiop qazwsxedcrfvtgb
  qwertyqwerty qweasdzxc technologytransformationtogether`.split(/\s+/),
);

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik",
  "1q2w3e4r5t6y7u8i9o0p",
];

/** True when a guesser would try `password` early: common, a repetition, a run of keys, or the address itself. */
export function isCommonPassword(password: string, email: string): boolean {
  const plain = password
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]/gu, "");
  const word = plain.replaceAll(/^\d+|\d+$/g, "");
  const [mailbox = "", host = ""] = email
    .toLowerCase()
    .replaceAll(/[^a-z\d@]/g, "")
    .split("@");
  return (
    plain === "" ||
    [plain, word, readUnit(plain), readUnit(word), readLeet(word)].some((text) => common.has(text)) ||
    readUnit(plain).length <= 4 ||
    [...rows, ...rows.map(reverse)].some((row) => (row + row).includes(plain)) ||
    [mailbox, host, mailbox + host].some((name) => name !== "" && [plain, word].includes(name)) ||
    (mailbox !== "" && readUnit(word) === mailbox)
  );
}

/** The shortest text whose repetition gives `text`; `text` itself if there is none. */
function readUnit(text: string): string {
  const at = (text + text).indexOf(text, 1);
  return at < 0 ? text : text.slice(0, at);
}

function readLeet(text: string): string {
  const letters: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" };
  return text.replaceAll(/[013457]/g, (digit) => letters[digit] ?? digit);
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join("");
}
