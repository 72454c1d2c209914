import { type Rule, resolved } from '../redocly.ts';

const secret = ['ticket', 'client_secret', 'clientUserToken', 'waffy_token', 'otp'];
const personal = [
  'phoneNumber',
  'phone',
  'login_hint',
  'firstName',
  'lastName',
  'name',
  'email',
  'iban',
  'beneficiaryName',
  'nationalId',
  'street',
  'district',
  'city',
  'postalCode',
  'metadata',
];
const kinds = new Map([
  ...secret.map((name) => [name, 'secret'] as const),
  ...personal.map((name) => [name, 'personal'] as const),
]);

/** A property that holds a secret or personal data says so, so that loggers and editors know. */
export const sensitiveProperties: Rule = () => ({
  Schema(schema, context) {
    for (const [name, property] of Object.entries(schema['properties'] ?? {})) {
      const kind = kinds.get(name);
      if (kind === undefined || resolved(property, context)['x-sensitive'] === kind) continue;
      context.report({
        message: `x-sensitive of ${name} is ${kind}.`,
        location: context.location.child(['properties', name]).key(),
      });
    }
  },
});
