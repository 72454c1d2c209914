import { randomUUID } from 'node:crypto';
import { type Answer, accept, type Call, isPhone, type Route } from '../call.ts';
import { type ApiUser, isOfForm, type Service } from '../service.ts';

const own = { kinds: ['apiKey'], isUsersApi: true } as const;

/** The generic Users API, and the operations that are named by path and purpose only. */
export const usersApiRoutes: Route[] = [
  { ...own, method: 'POST', path: /^\/users\/link$/, answer: linkUser },
  { ...own, method: 'GET', path: /^\/users\/([^/]+)$/, answer: getUser },
  { ...own, method: 'PUT', path: /^\/users\/([^/]+)$/, answer: updateUser },
  ...['GET', 'POST', 'PUT', 'DELETE'].map(
    (method): Route => ({
      ...own,
      method,
      path: /^\/(contracts|payments|webhooks)(\/[^/]+)*$/,
      answer: ({ service }) => ({ status: service.variation.genericStatus }),
    }),
  ),
];

function linkUser({ service, body }: Call): Answer {
  for (const field of ['email', 'name']) if (typeof body?.[field] !== 'string') return refuseField(body, field);
  if (!isPhone(body.phone)) return refuseField(body, 'phone');
  const { email, phone, name, metadata = {} } = body;
  const isTaken = [...service.users.values()].some((user) => user.email === email);
  if (isTaken && service.variation.takesEmailOnce) return refuseField(body, 'email');
  const now = timeOf(service);
  const user: ApiUser = {
    user_id: `usr_${service.nextId()}`,
    email,
    phone,
    name,
    metadata,
    created_at: now,
    updated_at: now,
  };
  service.users.set(user.user_id, user);
  const { user_id, created_at } = user;
  const linked = { created_at, status: 'linked', verification_required: true, waffy_token: `tok_${randomUUID()}` };
  return envelope(service, { ...linked, user_id, metadata });
}

function getUser(call: Call): Answer {
  const { service, path } = call;
  const user = service.users.get(path[0] ?? '');
  if (!user) return refuseUser(call);
  const verification_status = { email_verified: false, phone_verified: true, kyc_status: 'waiting' };
  return envelope(service, { ...user, status: 'linked', verification_status });
}

function updateUser(call: Call): Answer {
  const { service, path, body } = call;
  const user = service.users.get(path[0] ?? '');
  if (!user) return refuseUser(call);
  if (body?.phone !== undefined && !isPhone(body.phone)) return refuseField(body, 'phone');
  Object.assign(user, body, { user_id: user.user_id, updated_at: timeOf(service) });
  return accept(service);
}

function refuseUser({ service, path }: Call): Answer {
  const [userId = ''] = path;
  if (!userId.startsWith('usr_') || !isOfForm(service, userId.slice(4))) return refuseField({ userId }, 'userId');
  return { status: 404, body: { success: false, error: { message: 'Nobody.', code: 'USER_NOT_FOUND' } } };
}

function refuseField(body: Record<string, unknown> | undefined, field: string): Answer {
  const details = { value: body?.[field] ?? null, field: `/${field}` };
  return {
    status: 400,
    body: { error: { details, message: `See ${field}.`, code: 'VALIDATION_ERROR' }, success: false },
  };
}

const envelope = (service: Service, data: object): Answer => ({
  status: 200,
  body: { meta: { timestamp: timeOf(service), request_id: randomUUID() }, data, success: true },
});

/** The time in one of the forms of ISO 8601. */
function timeOf({ variation }: Service): string {
  const extended = new Date().toISOString();
  const forms = {
    extended,
    basic: extended.replaceAll(/[-:]|\.\d+/g, ''),
    offset: extended.replace('Z', '+00:00'),
    // Any day of the year: no check compares it.
    ordinal: `${extended.slice(0, 4)}-032${extended.slice(10)}`,
    week: `${extended.slice(0, 4)}-W05-1${extended.slice(10)}`,
  };
  return forms[variation.timeStyle];
}
