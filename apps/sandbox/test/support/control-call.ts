import type { Sandbox } from '../../src/index.ts';
import { type Answer, toAnswer } from './service-api.ts';

/** Calls the control API with plain fetch. The path is the part after the tenant. */
export async function callControl(
  { url, control }: Sandbox,
  path: string,
  { body, ...init }: Omit<RequestInit, 'body'> & { body?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(`${url}/_sandbox/tenants/${control.tenant}${path}`, {
    ...init,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json', ...init.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
  return toAnswer(response);
}
