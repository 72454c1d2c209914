import { isOfType } from '../calls/answers.ts';
import type { Call } from '../calls/call.ts';
import type { OperationId } from '../document/operation-types.ts';
import type { Operation } from '../document/registered.ts';
import { EscrowError, fail } from '../errors.ts';
import { type InputChecking, type RequestInput, toJsonCopy } from '../input.ts';
import { isObject } from '../json.ts';
import type { CallOptions, ClientSettings, InternalCallOptions } from '../options.ts';
import type { ResultField } from './journal.ts';
import { type FlowOptions, type GivenResolution, type Report, readFlowOptions, type StepProgress } from './options.ts';
import {
  addStopDetails,
  createRunRefusedError,
  createStepPendingError,
  FlowRecord,
  noteInstance,
  refuseOtherService,
  toJson,
} from './record.ts';
import { takeResolution } from './resolve.ts';

// A flow is several calls that resume after a crash, and repeat nothing that must not be repeated. A run of a flow goes through:
//
//   input ──> plan ──> journal record ──> resolve ──> steps ──> result
//
// 1. input: it is copied, checked, and turned into the service's terms.
// 2. plan: the steps for this input, each with a fingerprint of what it sends.
// 3. journal record: the entry of the key is loaded. The run is refused if a done step had other input, if the entry belongs to
//    another service, or if that is a sandbox that has lost its data.
// 4. resolve: what a person found out about a pending step is saved. Without that, the run ends with `step_pending`.
// 5. steps: each that is not done is sent, one after the other. Until here nothing was sent.
//
// A step in the journal:
//
//            its request leaves        its answer is saved
//     free ─────────────────────> pending ─────────────────> done
//      ^                           │   │                      ^
//      └── refused, or not sent ───┘   └── resolution: ───────┘
//      └── resolution: not-sent ───┘       succeeded
//
// A process that dies, or an answer that gets lost, leaves the step pending, and no run sends a pending step. A done step never changes.
// A step that may be repeated goes from free to done, and is never pending.

/** A step of a flow: one call. */
export interface Step<Results> {
  /** No other step of the flow has this name. */
  name: keyof Results & string;
  /** The operation that it calls, once. */
  operation: OperationId;
  /**
   * The content that it sends, without IDs from earlier steps: a run with the same key must have the same content. Default: the input of the
   * flow.
   */
  content?: unknown;
  /**
   * Returns the input of the call.
   * @param done The results of earlier steps.
   */
  input(done: Results): RequestInput;
  /** The paths of the fields that the answer must have, such as `data.id`. */
  requiredPaths?: readonly string[];
  /** Returns the result in an answer; undefined if there is none. Default: null. The journal saves it. */
  result?(answer: unknown, done: Results): unknown;
  /** Describes the fields of an answer that prevent a result. */
  faultsIn?(answer: unknown): string[];
  /** Its result in words, for a person who has to look it up. */
  resultInWords?: string;
  /**
   * The fields of the result that this person gives to `resolveStep`. None: the result is null. Only an ID: the result
   * is that ID. Left out by a caller's own flow: the person gives the result itself.
   */
  requiredFields?: readonly ResultField[];
}

/** A flow. `defineFlow` returns it for a caller's own, and the client's own are made of it. */
export interface Flow<Given, Input, Results, Result> {
  /** Its name, in the journal, in errors and for `onStep`. */
  name: string;
  /** Checks the caller's whole input, and returns it in the service's terms. Default: the input as it is. */
  read?(given: Given, checking: InputChecking): Input;
  /** Returns the steps for an input that has been checked, in order. */
  steps(input: Input): readonly Step<Results>[];
  /** Returns the result of the flow. Default: the results of its steps, by name. */
  resultOf?(done: Results, input: Input): Result;
}

/** A flow that `defineFlow` of `@escrow-kit/client/define-flow` defined, for `flows.run`. */
export interface DefinedFlow<Input, Results> extends Flow<Input, Input, Results, Results> {}

/** The parts of the client that flows use. */
export interface FlowTools {
  call: Call;
  client: Pick<ClientSettings, 'deployment' | 'checks' | 'journal' | 'defaults' | 'hosts' | 'fetch' | 'notifier'>;
}

/** The results of steps by name; only the definition of a flow knows their types. */
type AnyResults = Record<string, unknown>;

/** A step of this run. */
interface PlannedStep extends Step<AnyResults> {
  /** A fingerprint of its content. */
  inputHash: string;
}

/** The context that all steps of one run share. */
interface Run {
  record: FlowRecord;
  tools: FlowTools;
  callOptions: CallOptions | undefined;
  report: Report;
}

/**
 * Creates the function that runs a flow. It sends nothing until it knows that the input is valid, that it matches the steps done by
 * earlier runs of the key, and that no step is pending.
 */
export function createFlow<Given, Input, Results, Result>(
  { name, read, steps, resultOf }: Flow<Given, Input, Results, Result>,
  tools: FlowTools,
): (given: Given, options: FlowOptions<Results>) => Promise<Result> {
  return async (given, options) => {
    // Errors about the input name the flow as their operation.
    const details = { operationId: name };
    const copy = toJsonCopy('', given, details);
    const checks = options?.call?.checks ?? tools.client.checks;
    const input = read ? read(copy as Given, { checks, details }) : (copy as Input);
    const { key, journal, resolve, onStep, call: callOptions } = readFlowOptions(name, options, tools.client.journal);
    const listed = steps(input) as readonly Step<AnyResults>[];
    refuseSteps(name, listed);
    const record = await FlowRecord.open(name, key, journal);
    const planned = await Promise.all(
      listed.map(async (step) => ({
        resultInWords: 'the return value of its function result, or null without one',
        ...step,
        inputHash: await record.fingerprint(step.content ?? input),
      })),
    );
    record.steps = planned;
    refuseChangedInput(record);
    await refuseOtherService(record, addressOf(planned, tools), tools.client.fetch);
    const report = createReport(record, onStep as FlowOptions<AnyResults>['onStep'], tools);
    await runSteps({ record, tools, callOptions, report }, planned, resolve as GivenResolution | undefined);
    const done = record.results as Results;
    return resultOf ? resultOf(done, input) : (done as unknown as Result);
  };
}

/** The address of the service: the host of the first step. */
const addressOf = ([first]: readonly PlannedStep[], { client }: FlowTools): string | undefined =>
  first && client.hosts[client.deployment.operationTable[first.operation]?.host];

const resultRemedy = 'The journal cannot save a promise: return the value.';

/** Refuses steps that a caller's own flow cannot have. */
function refuseSteps(flow: string, steps: readonly Step<AnyResults>[]): void {
  const refuse = (problem: string) => fail('configuration', `was not started: ${problem}`, { operationId: flow });
  if (steps.length === 0) refuse('it has no steps.');
  if (new Set(steps.map(({ name }) => name)).size < steps.length) refuse('two steps have the same name.');
  const waiting = steps.find(({ result }) => Object.prototype.toString.call(result) === '[object AsyncFunction]');
  if (waiting) refuse(`result of ${waiting.name} is async. ${resultRemedy}`);
}

/** Creates the function that passes the status of a step to the caller's onStep. */
function createReport(
  { flow, key, steps }: FlowRecord,
  onStep: FlowOptions<AnyResults>['onStep'],
  { client: { notifier } }: FlowTools,
): Report {
  const notify = async (progress: StepProgress<string>) => onStep?.(progress);
  return (step, status) => {
    const position = steps.findIndex(({ name }) => name === step) + 1;
    notify({ flow, key, step, position, total: steps.length, status }).catch((error) =>
      notifier?.warning({ message: `onStep of ${flow} failed at ${step}`, error }),
    );
  };
}

/**
 * Compares the input with all steps that are done.
 * @throws EscrowError `input_changed` that lists the steps that were done with other input.
 */
function refuseChangedInput(record: FlowRecord): void {
  const changed = record.doneSteps.filter(
    (name) => record.stateOf(name)?.inputHash !== record.findStep(name)?.inputHash,
  );
  if (changed.length === 0) return;
  throw createRunRefusedError(record, {
    code: 'input_changed',
    problem: `${changed.join(', ')} ${changed.length > 1 ? 'were' : 'was'} done with other input.`,
    remedy: 'Run it with the original input, or use another key, which repeats every step.',
  });
}

/** Takes the resolution of a pending step, then sends every step that is not done. */
async function runSteps(
  run: Run,
  planned: readonly PlannedStep[],
  resolution: GivenResolution | undefined,
): Promise<void> {
  const { record, report } = run;
  const isDone = ({ name }: PlannedStep) => record.stateOf(name)?.status === 'done';
  for (const step of planned.filter(isDone)) report(step.name, 'done');
  if (resolution || record.findPending()) await takeResolution(run, resolution);
  for (const step of planned) if (!isDone(step)) await observeStep(run, step);
  // The flow is done even if this save fails. Then the journal never prunes the entry.
  await record.complete().catch(() => {});
}

/** Runs a step, and passes its end to the observers. */
async function observeStep(run: Run, step: PlannedStep): Promise<void> {
  const { record, tools } = run;
  const startedAt = performance.now();
  let error: unknown;
  try {
    await runStep(run, step);
  } catch (thrown) {
    error = thrown;
    throw thrown;
  } finally {
    const durationInMs = performance.now() - startedAt;
    tools.client.notifier?.step({ flow: record.flow, step: step.name, durationInMs, error });
  }
}

/**
 * Sends a step and saves its result. The step is pending in the journal from right before its request leaves until its outcome is
 * known. If the process dies before that, the step stays free.
 */
async function runStep(run: Run, step: PlannedStep): Promise<void> {
  let marking: Promise<void> | undefined;
  let result: unknown;
  try {
    result = await callOnce(run, step, () => {
      marking = markPending(run, step);
      return marking;
    });
  } catch (error) {
    throw await errorAfterFailure(run, step, { marking, error });
  }
  await saveDone(run, step, result);
}

/** Makes the call of a step, and reads its result. */
async function callOnce({ record, tools, callOptions }: Run, step: PlannedStep, mark: () => Promise<void>) {
  const done = record.results;
  const options: InternalCallOptions = {
    ...callOptions,
    beforeFirstRequest: mark,
    onResponse: (response) => noteInstance(record, response),
  };
  // The operation is known only at run time; the call checks its input.
  const input = step.input(done) as never;
  const answer: unknown = await tools.call(step.operation, input, options, ...(step.requiredPaths ?? []));
  const result = step.result ? step.result(answer, done) : null;
  // The call was made, so after these errors the step stays pending.
  if (result === undefined) {
    const faults = [step.resultInWords, ...(step.faultsIn?.(answer) ?? [])].join('; ');
    fail('decode', `${step.name}: the answer is not ${faults}.`, { outcome: 'unknown' });
  }
  if (isPromise(result)) {
    fail('configuration', `${step.name}: its result is a promise. ${resultRemedy}`, { outcome: 'unknown' });
  }
  return toJson(result);
}

const isPromise = (value: unknown): boolean => isObject(value) && typeof value['then'] === 'function';

/** Saves the step as pending, unless it may be repeated. */
async function markPending({ record, tools, report }: Run, step: PlannedStep): Promise<void> {
  const { name, operation, inputHash, requiredFields } = step;
  if (!tools.client.deployment.operationTable[operation].isRepeatable) {
    const since = new Date().toISOString();
    await record.save(name, { status: 'pending', since, inputHash, requiredFields });
  }
  report(name, 'pending');
}

/** Saves that the step is free again, unless the service may have carried it out, and returns the error of the run. */
async function errorAfterFailure(
  { record, report }: Run,
  { name }: PlannedStep,
  { marking, error }: { marking: Promise<void> | undefined; error: unknown },
): Promise<unknown> {
  try {
    // If the call ended before the journal saved the mark, its request never left.
    await marking;
  } catch (journalError) {
    report(name, 'failed');
    return addStopDetails(record, name, journalError);
  }
  const isPending = record.findPending(name) !== undefined;
  const isKnown = error instanceof EscrowError && error.outcome !== 'unknown';
  if (isPending && !isKnown) {
    report(name, 'unknown');
    const reason = error instanceof EscrowError ? error.message : 'Its call failed. See the cause.';
    return createStepPendingError(record, name, { reason, cause: error });
  }
  // If this save fails, the step stays pending for the next run, which is safe.
  if (isPending) await record.save(name, undefined).catch(() => {});
  report(name, 'failed');
  return addStopDetails(record, name, error);
}

async function saveDone({ record, report }: Run, { name, inputHash }: PlannedStep, result: unknown): Promise<void> {
  try {
    await record.save(name, { status: 'done', inputHash, result });
  } catch (cause) {
    if (!record.findPending(name)) {
      report(name, 'failed');
      throw addStopDetails(record, name, cause);
    }
    report(name, 'unknown');
    const reason = 'The service answered (see error.result), but the journal could not be written.';
    throw createStepPendingError(record, name, { reason, result, cause });
  }
  report(name, 'done');
}

/** Names the fields of an answer that are not of their documented type, and what they are. A field may be missing. */
export function fieldFaults(fields: object, types: Operation['answer'], path = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const type = types?.[`${path}${name}`];
    // Without a type, as if null is allowed, it is anything but an object.
    const isUsable = type ? isOfType(value, type) : value === null || typeof value !== 'object';
    return value === undefined || isUsable ? [] : [`${path}${name} is ${typeNameOf(value)}, not ${type ?? 'a value'}`];
  });
}

/** The type of a value, as messages name it. */
export function typeNameOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
