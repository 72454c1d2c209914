import { startSandbox } from '@escrow-kit/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '../../src/judge/verification.ts';
import { formatText } from '../../src/report/format-text.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { type HostAnswer, type HostOptions, startHost } from '../provider/start-host.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { allHostsAt } from '../support/serve.ts';

/** A change of what a sandbox answers, as no rule of it would do, and what a verification of everything has to say about it. */
interface Alteration extends HostOptions {
  result: Result;
  /** The rules that something is wrong with, with the outcomes. Default: none. */
  findings?: Record<string, string>;
  /** A part of what is printed. */
  prints: string;
}

const page: HostAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome</title>',
};

const isRefusal = ({ status }: HostAnswer): boolean => status >= 400;

/** Answers an operation with something else; with nothing, its connections break off. */
const answerWith = (answer: HostAnswer | undefined, wanted: string): HostOptions => ({
  changeAnswer: (usual, operationId) => (operationId === wanted ? answer : usual),
});

/** Changes the refusals of an operation. */
const changeRefusals = (change: (answer: HostAnswer) => HostAnswer, wanted: string): HostOptions => ({
  changeAnswer: (answer, operationId) => (isRefusal(answer) && operationId === wanted ? change(answer) : answer),
});

/** Services, by the end of "a service that". */
const alterations: Readonly<Record<string, Alteration>> = {
  'is a sandbox': { result: 'held', prints: 'none is broken' },
  'answers addParties with a page': {
    ...answerWith(page, 'addParties'),
    result: 'incomplete',
    prints: 'something else than the service answered: 200, a body that begins with <!doctype html>',
  },
  'has a firewall that refuses with a page': {
    changeAnswer: (answer) => (isRefusal(answer) ? { ...page, status: 403 } : answer),
    result: 'incomplete',
    prints: 'something else than the service answered: 403, a body that begins with <!doctype html>',
  },
  'breaks off the connections of startPayment': {
    ...answerWith(undefined, 'startPayment'),
    result: 'incomplete',
    prints: 'its state could not be set up: startPayment: no answer (UND_ERR_SOCKET)',
  },
  'never answers addMilestones': {
    hangsAt: 'addMilestones',
    result: 'incomplete',
    prints: 'no answer within 3 s',
  },
  'refuses a call of the Users API with 429 for an hour': {
    ...answerWith({ status: 429, headers: { 'retry-after': '3600' }, body: '' }, 'getUser'),
    result: 'incomplete',
    prints: 'there were too many requests (429), even after waiting',
  },
  'calls its JSON a page': {
    changeAnswer: (answer) => (answer.body === '' ? answer : { ...answer, headers: page.headers }),
    result: 'held',
    prints: 'JSON came with the content type text/html',
  },
  'refuses parties without a body': {
    ...changeRefusals((answer) => ({ ...answer, body: '' }), 'addParties'),
    result: 'held',
    prints: 'a refusal came without a body',
  },
  'refuses parties with 500': {
    ...changeRefusals((answer) => ({ ...answer, status: answer.status === 400 ? 500 : answer.status }), 'addParties'),
    result: 'assumed: differs',
    findings: { 'ERR-1': 'assumed: differs' },
    prints: 'the status is 500 instead of any 4xx',
  },
  'refuses the token of contracts with 403': {
    ...answerWith({ status: 403, headers: { 'content-type': 'application/json' }, body: '{}' }, 'createContract'),
    result: 'broken',
    findings: { 'AUTH-3': 'broken' },
    prints: 'the status is 403 instead of any 2xx',
  },
  'accepts the parties that it refuses': {
    ...changeRefusals((answer) => ({ ...answer, status: 200 }), 'addParties'),
    result: 'broken',
    findings: {
      'AUTH-4': 'broken',
      'PARTY-3': 'broken',
      'AUTH-5a': 'implied: differs',
      'PARTY-0c': 'implied: differs',
      'PARTY-1a': 'implied: differs',
      'PARTY-2a': 'implied: differs',
      'PARTY-4a': 'implied: differs',
    },
    prints: 'the status is 200 instead of any 4xx',
  },
};

test.for(Object.entries(alterations))(
  'a service that %s gets the right result and findings',
  async ([, { result, findings = {}, prints, ...options }]) => {
    const sandbox = await startSandbox();
    const host = await startHost(sandbox.url, options);
    onTestFinished(async () => {
      await Promise.all([host.close(), sandbox.close()]);
    });
    const deployment = { ...(await deploymentOf(sandbox)), hosts: allHostsAt(host.url) };

    const report = await verifyDeployment(deployment, { timeoutInMs: 3000 });

    const printed = formatText(report);
    const found = Object.fromEntries(report.findings.map(({ rule, outcome }) => [rule, outcome]));
    expect({ result: report.result, findings: found }, printed).toEqual({ result, findings });
    expect(printed).toContain(prints);
  },
);
