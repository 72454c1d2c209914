import { eventSignature, sensitiveFields } from '@escrow-kit/spec';

/** Without case and separators: `phoneNumber` and `phone_number` are one name. */
const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** The names of everything that is marked as sensitive, with or without overlays, and of what authenticates events. */
const marked: ReadonlySet<string> = new Set(
  [...sensitiveFields.keys(), ...(eventSignature ? [eventSignature.header] : [])].map(toPlain),
);

/** Words of names whose values are secret, whoever gives them. */
const secretWords =
  /token|secret|passw|passcode|passphrase|pwd|otp|onetime|credential|auth|cookie|session|(api|access|private|signing|encryption)key|signature|assertion|cvv|cvc|^pin$/;

/** The same of what is personal. */
const personalWords =
  /iban|accountn|card|national|identity|passport|ssn|phone|mobile|msisdn|mail|person|contact|firstname|lastname|fullname|username|surname|birth|dob$|address|street|district|city|postal|postcode|zip|latitude|longitude|beneficiary|holder|ip$|forwarded|referer|useragent|login/;

/** What a name that the document does not know says of its value; undefined if nothing. */
export function sensitivityOf(name: string): 'secret' | 'personal' | undefined {
  const plain = toPlain(name);
  if (secretWords.test(plain)) return 'secret';
  return personalWords.test(plain) ? 'personal' : undefined;
}

/** Whether a name that the document does not know is one of something secret or personal. */
export const isSensitiveName = (name: string): boolean =>
  marked.has(toPlain(name)) || sensitivityOf(name) !== undefined;
