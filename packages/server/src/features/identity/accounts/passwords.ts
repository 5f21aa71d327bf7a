// Which passwords may be chosen: long ones that attackers don't try first (NIST SP 800-63B, section 3.1.1.2). There are no
// rules about kinds of characters, which make passwords harder to remember, but not harder to guess.

/** Why a password may not be chosen. */
export type PasswordFault = 'too_short' | 'too_long' | 'common' | 'email'

const shortest = 10
const longest = 1024

/**
 * Why this password may not be chosen, or null if it may. It needs 10 to 1,024 characters, counted as Unicode code points,
 * and must be neither a common password nor the e-mail address.
 */
export function passwordFault(password: string, email: string): PasswordFault | null {
  if ([...password].length < shortest) return 'too_short'
  if (password.length > longest) return 'too_long'
  const guess = password.trim().toLowerCase()
  const address = email.trim().toLowerCase()
  if (guess === address || guess === address.split('@', 1)[0]) return 'email'
  return isCommon(guess) ? 'common' : null
}

function isCommon(guess: string): boolean {
  const word = guess.replace(/(?<![\d\W_])[\d\W_]+$/, '')
  return common.has(guess) || common.has(word) || isRepetition(guess) || isRun(guess)
}

/** Such as `abcabcabcabc`: a few characters repeated. */
function isRepetition(guess: string): boolean {
  return [1, 2, 3, 4, 5].some((length) =>
    guess
      .slice(0, length)
      .repeat(Math.ceil(guess.length / length))
      .startsWith(guess),
  )
}

/** Such as `1234567890`, `abcdefghijkl` and rows of the keyboard, forwards or backwards. */
function isRun(guess: string): boolean {
  return rows.some((row) => row.includes(guess) || [...row].reverse().join('').includes(guess))
}

const rows = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnmqwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
]

// Most passwords in the usual lists are too short to be chosen here. These are the longer ones from the top of such lists,
// and words that people often add a number to. A package with a million more would be larger than Linnet itself, and stop
// few guesses, because guessing is slow.
const common = new Set(
  `password passwords passw0rd p@ssw0rd p@ssword pa55word mypassword thepassword newpassword yourpassword
  passwordpassword password1password iloveyou iloveyou2 ilovehim iloveher iloveyousomuch iloveyouforever loveyou
  loveyouforever qwertyuiop qwerty asdfghjkl zxcvbnm qwerty123456 123456qwerty qwe123qwe123 1234qwer 1234qwerasdf
  qwer1234qwer asdf1234asdf abc123abc123 a123456789 q123456789 123456789a 123456789q 123456789abc abc123456789
  1234567890a 12345678910 123123123123 1122334455 11223344556677 0987654321a 147258369 1472583690 147852369 9876543210
  1029384756 3141592653 31415926535 1q2w3e4r5t 1qaz2wsx3edc zaq12wsxcde3 qazwsxedc qazwsxedcrfv welcome welcome123456
  letmein letmeinnow letmeinplease administrator admin adminadmin admin123456 root rootroot changeme changemenow
  changethis default defaultpassword secret topsecret mysecret supersecret football baseball basketball liverpool
  chelsea manchester barcelona realmadrid superman batman spiderman starwars pokemon princess sunshine butterfly
  chocolate strawberry jonathan christopher elizabeth alexander internet computer whatever trustno1 blink182
  correcthorsebatterystaple thisisapassword notapassword nopassword indonesia indonesiaraya jakarta sayangku
  sayangkamu akusayangkamu akucintakamu cintaku bismillah alhamdulillah rahasia katasandi sandirahasia linnet
  linnetlinnet testtest testing testpassword test123456 temporary temppassword guestguest useruser`.split(
    /\s+/,
  ),
)
