import type { Operation, TokenKind } from '../document/registered.ts';
import { OptionFaults } from '../input/option-faults.ts';
import type { CallState } from '../observation/call-info.ts';
import { isRecord } from '../rules/guards.ts';
import { basesByLevel, isChecks } from '../rules/violation.ts';
import type { CallDefaults, CallSettings, InternalCallOptions } from './call-options.ts';

const retryNames = ['max', 'baseDelayInMs', 'maxDelayInMs'] as const;
/** The options that both a client and a call have. */
export const sharedNames: readonly string[] = ['checks', 'timeoutInMs', 'maxAnswerInBytes', 'retry'];
/** The options of a call. */
export const callOptionNames: readonly string[] = ['headers', 'signal', 'token', ...sharedNames];

/** Options that only the client itself sets. */
const internalNames = ['beforeFirstRequest', 'onResponse'];

/** A timer with a longer delay fires at once. */
const longestTimerInMs = 2 ** 31 - 1;

/**
 * Checks the options of a call, and fills in the client's defaults.
 * @throws EscrowError `configuration` that lists each wrong option, and contains no value.
 */
export function readCallOptions(
  options: InternalCallOptions | undefined,
  client: CallDefaults,
  { call, operation }: { call: CallState; operation: Operation },
): CallSettings {
  if (options === undefined) return client;
  const faults = new OptionFaults();
  const given = faults.group('', options, callOptionNames, internalNames);
  const kinds = operation.tokens.join(' or ') || 'left out, as the operation takes no token';
  faults.expect('token', given['token'] === undefined || operation.tokens.includes(given['token'] as TokenKind), kinds);
  faults.expect('signal', given['signal'] === undefined || isRecord(given['signal']), 'an AbortSignal');
  const shared = readShared(faults, given, client);
  faults.throwIfAny('was not sent', call);
  return { ...options, ...shared };
}

/** Reads the options that both a client and a call have. */
export function readShared(
  faults: OptionFaults,
  given: Record<string, unknown>,
  otherwise: CallDefaults,
): CallDefaults {
  const { checks = otherwise.checks } = given;
  faults.expect('checks', isChecks(checks), Object.keys(basesByLevel).join(', '));
  const retry = faults.group('retry', given['retry'], retryNames);
  const { max, baseDelayInMs, maxDelayInMs } = otherwise.retry;
  return {
    checks: isChecks(checks) ? checks : otherwise.checks,
    timeoutInMs: readNumber(faults, 'timeoutInMs', given['timeoutInMs'], otherwise.timeoutInMs),
    maxAnswerInBytes: readNumber(faults, 'maxAnswerInBytes', given['maxAnswerInBytes'], otherwise.maxAnswerInBytes),
    retry: {
      max: readNumber(faults, 'retry.max', retry['max'], max),
      baseDelayInMs: readNumber(faults, 'retry.baseDelayInMs', retry['baseDelayInMs'], baseDelayInMs),
      maxDelayInMs: readNumber(faults, 'retry.maxDelayInMs', retry['maxDelayInMs'], maxDelayInMs),
    },
  };
}

function readNumber(faults: OptionFaults, name: string, given: unknown, otherwise: number): number {
  if (given === undefined) return otherwise;
  const isAccepted = typeof given === 'number' && given >= 0 && given <= longestTimerInMs;
  faults.expect(name, isAccepted, 'a number from 0 below 2^31');
  return isAccepted ? given : otherwise;
}
