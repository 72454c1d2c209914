import { examineEndpoint } from '../../src/doctor/examine-endpoint.ts';
import { parseSignatureForm, usualSignature } from '../../src/doctor/signature-form.ts';
import { secret } from './receiver.ts';

/** What the doctor found: the names of the checks by their result, and what it advises. */
export interface Examined {
  fault: string[];
  hint: string[];
  not_checked: string[];
  right: string[];
  remedy: string | undefined;
}

/** Examines an endpoint with short limits. */
export async function examine(
  url: string,
  {
    signature = usualSignature,
    isRelayed = false,
    ...limits
  }: { signature?: string; isRelayed?: boolean; timeoutInMs?: number; promptInMs?: number } = {},
): Promise<Examined> {
  const examined: Examined = { fault: [], hint: [], not_checked: [], right: [], remedy: undefined };
  const form = parseSignatureForm(signature);
  const usual = { url: new URL(url), secret, form, isRelayed, timeoutInMs: 4_000, pauseInMs: 20, promptInMs: 4_000 };
  for await (const { check, result, remedy } of examineEndpoint({ ...usual, ...limits })) {
    examined[result].push(check.name);
    examined.remedy = remedy;
  }
  return examined;
}
