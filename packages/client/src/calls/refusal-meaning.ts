import type { ApiErrorCode } from '../errors/escrow-error.ts';
import { isRecord } from '../rules/guards.ts';
import { internationalPhone } from '../rules/named-tests.ts';
import type { Exchange } from '../transport/send.ts';

/** What a refusal or failure means, according to the service's description, and what to do. */
export interface Meaning {
  code: ApiErrorCode;
  text: string;
}

/** The meaning of an answer of 400 or 404, by the service's own code. */
const meanings = new Map<unknown, Meaning>(
  Object.entries<Meaning>({
    consent_rejected: {
      code: 'consent_rejected',
      text: 'The buyer declined the organization (TICKET-3). Ask for consent again, by a fresh link, OTP or checkout login, then retry.',
    },
    invalid_grant: {
      code: 'buyer_not_linked',
      text: 'The buyer is not linked to the client (TICKET-4). Register the buyer with customers.register, then retry.',
    },
    VALIDATION_ERROR: {
      code: 'users_validation',
      text: 'The Users API refuses a field (UAPI-4). Correct what error.body.error.details names.',
    },
    USER_NOT_FOUND: {
      code: 'user_not_found',
      text: 'The Users API does not know the user (UAPI-5). Check the id.',
    },
  }),
);

/** Finds the meaning of an answer that is not a success. */
export function meaningOf(exchange: Exchange): Meaning {
  const { response, refusal, call, operation } = exchange;
  const { status } = response;
  if (status < 400) {
    return { code: 'redirected', text: `A redirect is not followed. Check the address hosts.${call.host}.` };
  }
  if (status === 401) return { code: 'unauthorized', text: `The service does not accept ${credentialsOf(exchange)}.` };
  if (status === 403) return { code: 'forbidden', text: describe403(exchange) };
  if (status === 429) {
    return {
      code: 'rate_limited',
      text: 'Send fewer requests. What the service says about its limits is in error.headers.',
    };
  }
  if (operation.meaningfulFailures?.includes(status) && !refusal) {
    return {
      code: 'milestone_probably_unknown',
      text: 'That is how the service answers for a milestone that does not exist (PAY-4): check the milestone id. It may also be an outage.',
    };
  }
  const known = status === 400 || status === 404 ? meanings.get(codeOf(refusal)) : undefined;
  if (known?.code === 'buyer_not_linked' && hasLocalPhone(exchange)) return { code: known.code, text: localPhoneText };
  return known ?? { code: 'api', text: 'What the service said is in error.body.' };
}

const localPhoneText =
  "The service knows no such buyer (TICKET-4). The buyer's phone number is in local form: send it as it was registered, with plus sign and country code.";

const hasLocalPhone = ({ parts }: Exchange): boolean =>
  isRecord(parts.body) && !internationalPhone.passes(parts.body['login_hint']);

function codeOf(body: unknown): unknown {
  const error = isRecord(body) ? body['error'] : undefined;
  return isRecord(error) ? error['code'] : error;
}

const credentialsOf = ({ operation: { tokens } }: Exchange): string =>
  tokens.length === 0
    ? 'clientId with clientSecret: check both'
    : `${tokens.map((kind) => `tokens.${kind}`).join(' or ')}: renew the token`;

/** Only one reason for a 403 is shown: the organization token on the calls of contracts. */
function describe403({ operation: { tokens }, call }: Exchange): string {
  if (tokens.length !== 1 || tokens[0] !== 'clientAdmin') {
    const credentials = tokens.map((kind) => `tokens.${kind}`).join(' or ') || 'clientId and clientSecret';
    return `What a 403 means here is not shown: check ${credentials}, and hosts.${call.host}.`;
  }
  const known =
    'That is how the service answers the organization token (AUTH-4): check that tokens.clientAdmin is a client admin token';
  return call.operationId === 'startPayment'
    ? `${known}, and that clientId is the client it was issued for (AUTH-5).`
    : `${known}. Other reasons are not shown.`;
}
