import { CommandLineError } from '@escrow-kit/shared/command-line';
import { type Deployment, optionOf } from '../deployment/deployment.ts';
import { answerLimitInMs, describeFailure } from '../deployment/send.ts';
import { openControl } from '../state-handlers/context.ts';

/**
 * Throws if a host gives no answer at all, or if the control API refuses. Any answer of a host counts. `url` is the address of
 * the hosts that have no address of their own, `timeoutInMs` how long an answer may take; default: 30 seconds.
 */
export async function checkReach(
  { hosts, control }: Deployment,
  { url, timeoutInMs = answerLimitInMs }: { url?: string | undefined; timeoutInMs?: number } = {},
): Promise<void> {
  const urls = [...new Set(Object.values(hosts))];
  const failures = await Promise.all(
    urls.map((host) => checkHost(host, { options: nameHost(host, { hosts, url }), timeoutInMs })),
  );
  const found = failures.filter((failure) => failure !== undefined);
  if (found.length > 0)
    throw new CommandLineError(`${found.join(' ')} Check the address, and that the service is running.`);
  if (!control) return;
  try {
    await openControl(control, { timeoutInMs }).describe();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = 'Give the address of a sandbox, with --control-token and --control-tenant if it needs them.';
    throw new CommandLineError(`--control-url can't be used: ${reason} ${remedy}`);
  }
}

async function checkHost(
  url: string,
  { options, timeoutInMs }: { options: string; timeoutInMs: number },
): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutInMs) });
    await response.body?.cancel();
    return undefined;
  } catch (error) {
    return `${options}: ${new URL(url).origin} does not answer (${describeFailure(error)}).`;
  }
}

/** The options that gave an address, such as `--contract-url, --auth-url`. `url` is the value of `--url`. */
export function nameHost(
  address: string,
  { hosts, url }: Pick<Deployment, 'hosts'> & { url?: string | undefined },
): string {
  if (address === url) return '--url';
  const names = Object.entries(hosts).flatMap(([name, at]) => (at === address ? [optionOf(`${name}Url`)] : []));
  return names.join(', ');
}
