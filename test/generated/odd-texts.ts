// Strings that break careless code: script, other writing systems, invisible characters; and the component fields that take
// them.

/** What people put on pages, intentionally or by accident. */
export const oddTexts: [what: string, text: string][] = [
  ['a script element', '<script>alert(1)</script>'],
  ['the end of an attribute', '"><img src=x onerror=alert(1)>'],
  ['the end of a stylesheet', '</style><script>alert(1)</script>'],
  ['the end of embedded JSON', '</script><!--<script>\u2028\u2029'],
  ['templates of other engines', '{{7*7}} #{7*7} <%= 7*7 %> %s %n'],
  ['SQL', "'; drop table components; --"],
  ['CSS', 'x;}body{display:none}@import url(//evil.example);'],
  ['an expression in CSS', 'url(javascript:alert(1)) \\00003c expression(alert(1))'],
  ['entities', '&lt;b&gt; &amp; &#x3c; &nbsp'],
  ['CRLF line endings', 'a\r\nBEGIN:VEVENT\r\nX:\nb\rc'],
  ['Arabic and Hebrew', 'مرحبا بالعالم שלום עולם'],
  ['Indonesian, Thai, Hindi and Javanese', 'Selamat pagi, สวัสดี, नमस्ते, ꦱꦸꦒꦼꦁ'],
  ['Chinese, Japanese and Korean', '你好 こんにちは 안녕하세요 𠀋𪚥'],
  ['emoji of several characters', '👩‍👩‍👧‍👦 🏳️‍🌈 🇮🇩 👍🏽'],
  ['accents in both encodings', 'e\u0301 é Ångström Å'],
  ['letters with many combining marks', `Z${'\u0351\u036b\u0343'.repeat(12)}`],
  ['zero-width characters', 'a\u200bb\u200cc\u200dd\u2060e\ufefff\u00ad'],
  ['bidirectional control characters', '\u202eevil\u202c \u2066left\u2069 \u200f \u061c'],
  ['control characters', '\u0001\u0008\u000b\u001f\u007f\u0085'],
  ['spaces of all kinds', '  \u00a0\u3000\u2003a\t '],
  ['noncharacters', '\ufffe\uffff\u{10ffff}\ufffd'],
]

/** The text fields of each kind of component; a list has one element. */
export const textFields: Record<string, (text: string) => object> = {
  PROFILE: (text) => ({ title: text, description: text }),
  LINK: (text) => ({
    ...{ value: text, icon: text, textFont: text, textPosition: text, buttonEffect: text },
    passwordMessage: text,
  }),
  HORIZONTAL_LINK: (text) => ({ style: text, links: [{ icon: text }] }),
  TEXT: (text) => ({
    ...{ content: text, textPosition: text, spoilerButtonText: text, spoilerButtonTextPosition: text },
    ...{ spoilerButtonIcon: text, spoilerButtonFont: text, spoilerBackground: text },
    spoilerBackgroundOpacity: text,
  }),
  IMAGE: (text) => ({ content: text }),
  DIVIDER: (text) => ({ style: text }),
  COUNTDOWN: (text) => ({ textFont: text }),
  MAPS: (text) => ({ name: text, address: text }),
  IMAGE_SLIDE: (text) => ({ slides: [{ image: 'a.png', caption: text }] }),
  CV: (text) => {
    const station = { name: text, description: text, location: text, startDate: text, endDate: text }
    return {
      ...{ fullName: text, email: text, phone: text, summary: text, skills: [text, { name: text }] },
      ...{ experiences: [{ ...station, position: text }], educations: [{ ...station, degree: text }] },
    }
  },
  AUTOPLAY_MUSIC: (text) => ({ title: text }),
  CONTACT: (text) => ({
    value: text,
    name: text,
    phone: text,
    email: text,
    address: text,
    organization: text,
  }),
  CALENDAR: (text) => ({ title: text }),
  SHOP_LISTING: (text) => ({ title: text, style: text, shopItemIds: [text] }),
  SHOP_ITEM: (text) => ({ shopItemId: text, style: text }),
  SHOP_LEADERBOARD: (text) => ({ title: text, style: text }),
}
