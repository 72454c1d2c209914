import { documentWords } from '../generated/document-words.ts';

const hidden = '[redacted]';

/** Words that may begin a sentence, or are written in capitals, and name nobody. */
const harmlessWords = new Set([
  ...documentWords.map((word) => word.toLowerCase()),
  ...['a', 'an', 'the', 'this', 'that', 'no', 'not', 'and', 'for', 'with', 'has', 'was', 'are', 'must', 'may', 'only'],
  ...['invalid', 'unknown', 'missing', 'bad', 'wrong', 'expired', 'refused', 'rejected', 'duplicate', 'already', 'too'],
  ...[
    'unauthorized',
    'forbidden',
    'internal',
    'server',
    'service',
    'error',
    'request',
    'access',
    'denied',
    'client',
    'sandbox',
  ],
  ...[
    'user',
    'customer',
    'buyer',
    'seller',
    'provider',
    'broker',
    'contract',
    'milestone',
    'party',
    'parties',
    'consent',
  ],
  ...[
    'token',
    'secret',
    'password',
    'ticket',
    'field',
    'value',
    'send',
    'leave',
    'set',
    'ask',
    'check',
    'remove',
    'write',
  ],
  ...['api', 'url', 'json', 'iban', 'otp', 'id', 'http', 'https', 'utc', 'iso', 'sms', 'e.164', 'saudi', 'bearer'],
]);

/** More letters than these are a token rather than a word. */
const longestWord = 20;

const isPlainWord = (word: string): boolean =>
  // a word, a code such as consent_rejected or VALIDATION_ERROR, a name such as isSender
  word.length <= longestWord && /^([a-z]+|[a-z]+(_[a-z]+)+|[A-Z]+(_[A-Z]+)+|[a-z]+([A-Z][a-z]+)+)$/.test(word);

/** A number of more than three digits that is written in groups, such as a phone number. */
const groupedDigits = /\+?\d(?:[\s().-]*\d){3,}/g;

/** The id of a rule, such as PARTY-3, and a number too short to name anybody. */
const isHarmlessNumber = (word: string): boolean => /^([A-Z]{2,9}-\d{1,2}[a-z]?|\d{1,3})$/.test(word);

/** A field, such as milestones[0].itemPrice. */
const isField = (word: string): boolean => /^[A-Za-z_]+(\[\d+\])*(\.[A-Za-z_]+(\[\d+\])*)*$/.test(word);

/**
 * A place in a request with its unknown parts hidden, such as `mileStonesParties.[redacted][0].amount`; all is hidden of what
 * does not begin with a harmless word.
 */
function hideParts(word: string): string {
  const [first = '', ...others] = word.split('.').map((part) => {
    const [, name = part, index = ''] = /^(.*?)(\[\d{1,3}\])$/.exec(part) ?? [];
    return `${isHarmless(name) ? name : hidden}${index}`;
  });
  return first.startsWith(hidden) ? hidden : [first, ...others].join('.');
}

const lettersOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];

/**
 * A text of the service with every word hidden that may be a secret or personal data: what was sent, and whatever is no
 * plain English word, no code and no field. Undefined where nothing is left.
 */
export function redactWords(text: string, sent: readonly string[]): string | undefined {
  const sentWords = new Set(sent.flatMap(lettersOf).filter((word) => !harmlessWords.has(word)));
  const sentTexts = new Set(sent.map((each) => each.toLowerCase()));
  const isShown = (word: string): boolean => {
    if (isHarmless(word)) return true;
    if (sentTexts.has(word.toLowerCase())) return false;
    if (lettersOf(word).some((part) => sentWords.has(part))) return false;
    if (isHarmlessNumber(word)) return true;
    return isField(word) && word.match(/[A-Za-z_]+/g)?.every((part) => isPlainWord(part) || isHarmless(part)) === true;
  };
  const shown = text.replace(groupedDigits, hidden).replace(/[^\s"'`(),:;!?{}<>=]+/g, (token) => {
    const word = token.replace(/\.+$/, '');
    return word === '' || isShown(word) ? token : hideParts(word);
  });
  const joined = shown.replace(/\[redacted\]([\s"'`(),:;]*\[redacted\])+/g, hidden).trim();
  return /[a-z]/i.test(joined.replaceAll(hidden, '')) ? joined : undefined;
}

const isHarmless = (word: string): boolean => harmlessWords.has(word.toLowerCase());
