import { type Examination, examineEndpoint } from '../../src/doctor/examine.ts';
import { serviceSignature } from '../../src/generated/contract-event.ts';
import { secret } from './receiver.ts';

/** What the doctor found: the names of the checks by their result, and what it advises. */
export interface Examined {
  fault: string[];
  hint: string[];
  not_checked: string[];
  right: string[];
  remedy: string | undefined;
}

/** Examines an endpoint of the service, with few events at once. */
export async function examine(
  url: string,
  limits: Partial<Pick<Examination, 'timeoutInMs' | 'pauseInMs' | 'promptInMs' | 'burst'>> = {},
): Promise<Examined> {
  const examined: Examined = { fault: [], hint: [], not_checked: [], right: [], remedy: undefined };
  const signing = { secret, form: serviceSignature, isRelayed: false };
  const usual = { url: new URL(url), timeoutInMs: 30_000, pauseInMs: 20, promptInMs: 30_000, burst: 2 };
  for await (const { name, result, remedy } of examineEndpoint({ ...signing, ...usual, ...limits })) {
    examined[result].push(name);
    examined.remedy = remedy;
  }
  return examined;
}
