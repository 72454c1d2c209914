import { eventSignature, openApiDocument } from '@escrow-kit/spec';

/** Without case and separators: `phoneNumber` and `phone_number` are one name. */
const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** The names of everything that the document marks as sensitive anywhere, and of what authenticates events. */
const marked: ReadonlySet<string> = new Set([
  ...namesMarkedIn(openApiDocument),
  ...(eventSignature ? [toPlain(eventSignature.header)] : []),
]);

function namesMarkedIn(root: unknown): string[] {
  if (typeof root !== 'object' || root === null) return [];
  const { properties, name, schema } = root as { properties?: object; name?: unknown; schema?: unknown };
  const own = Object.entries(properties ?? {}).filter(([, property]) => isMarked(property));
  return [
    ...own.map(([property]) => toPlain(property)),
    ...(typeof name === 'string' && isMarked(schema) ? [toPlain(name)] : []),
    ...Object.values(root).flatMap(namesMarkedIn),
  ];
}

function isMarked(part: unknown): boolean {
  const { $ref, 'x-sensitive': mark } = (part ?? {}) as { $ref?: string; 'x-sensitive'?: string };
  if ($ref === undefined) return mark !== undefined;
  return openApiDocument.components.schemas[$ref.replace('#/components/schemas/', '')]?.['x-sensitive'] !== undefined;
}

/** Words of names whose values are secret or personal, whoever gives them. */
const words =
  /token|secret|passw|passcode|pwd|otp|onetime|credential|auth|cookie|session|apikey|signature|assertion|iban|accountn|account_?no|card|cvv|cvc|national|identity|passport|ssn|phone|mobile|msisdn|mail|firstname|lastname|fullname|username|surname|birth|dob$|address|street|district|city|postal|postcode|zip|latitude|longitude|login|beneficiary|holder|^pin$|ip$|forwarded|referer|useragent/;

/** Whether a name that the document does not know is one of something secret or personal. */
export function isSensitiveName(name: string): boolean {
  const plain = toPlain(name);
  return marked.has(plain) || words.test(plain);
}
