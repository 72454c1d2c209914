import type { HostAnswer } from '../provider/start-host.ts';
import type { Alteration } from './alteration.ts';
import { answerWith, changeJson, changeParties, changeRefusals, changeSuccesses, isStranger, letIn } from './ways.ts';

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const text = { 'content-type': 'text/plain' };
const page: HostAnswer = { status: 200, headers: html, body: '<!doctype html><title>Welcome</title>' };

/** Thirty services, each a sandbox that something was done to, by the end of "a service that". */
export const alterations: Readonly<Record<string, Alteration>> = {
  'is a sandbox': { result: 'held', prints: '69 rules held, none is broken' },
  'charges one riyal more than was sent': {
    ...changeJson('addMilestones', ({ data }) => ({
      data: {
        ...data,
        milestones: data.milestones.map((one: { itemPrice: number }) => ({ ...one, itemPrice: one.itemPrice + 1 })),
      },
    })),
    result: 'broken',
    findings: { 'MILESTONE-2': 'broken' },
    prints: 'wrong     data.milestones[0].itemPrice: got 1001, expected 1000',
  },
  'has a fee of its own': {
    ...changeJson('addMilestones', ({ data }) => ({
      data: { ...data, milestones: data.milestones.map((one: object) => ({ ...one, fee: 0.5 })) },
    })),
    result: 'implied: differs',
    findings: { 'MILESTONE-2': 'implied: differs' },
    prints: 'wrong     data.milestones[0].fee: got 0.5, expected 40 (0.04 of 1000)',
  },
  'serves calls without a token, or with an unknown one': {
    ...letIn(isStranger),
    result: 'implied: differs',
    findings: { 'AUTH-1b': 'implied: differs' },
    prints: 'check     AUTH-1b addAddress with an unknown token is refused (implied)',
  },
  'takes the organization token everywhere': {
    ...letIn(({ authorization }) => authorization === 'Bearer org_sandbox'),
    result: 'broken',
    findings: { 'AUTH-4': 'broken', 'AUTH-1a': 'assumed: differs' },
    prints: 'wrong     the status is 200 instead of 403',
  },
  "does not look at a broker's flags": {
    ...changeParties((party) => (party['role'] === 'BROKER' ? { ...party, arbitrator: true, isSender: true } : party)),
    result: 'implied: differs',
    findings: { 'PARTY-1a': 'implied: differs' },
    prints: 'check     PARTY-1a a BROKER with arbitrator false is refused (implied)',
  },
  'has defaults for flags that are left out': {
    ...changeParties((party) => {
      if (party['role'] === 'BROKER') return { arbitrator: true, isSender: true, ...party };
      return party['role'] === 'CUSTOMER' ? { arbitrator: false, isSender: true, ...party } : party;
    }),
    result: 'assumed: differs',
    findings: { 'PARTY-1a': 'assumed: differs', 'PARTY-2a': 'assumed: differs' },
    prints: 'check     PARTY-1a a BROKER without arbitrator is refused (assumed)',
  },
  'takes isSender of a PROVIDER': {
    ...changeParties(({ isSender, ...party }) =>
      party['role'] === 'PROVIDER' || isSender === undefined ? party : { ...party, isSender },
    ),
    result: 'broken',
    findings: { 'PARTY-3': 'broken' },
    prints: 'check     PARTY-3 a PROVIDER with isSender false is refused',
  },
  'adds no amounts up': {
    ...changeParties((party) => ({
      ...party,
      amount: { CUSTOMER: 1000, PROVIDER: 950, BROKER: 50 }[String(party['role'])],
    })),
    result: 'broken',
    findings: { 'PARTY-4': 'broken' },
    prints: 'check     PARTY-4 a CUSTOMER of a halala less than the others get is refused',
  },
  'answers addParties with a page': {
    ...answerWith(page, 'addParties'),
    result: 'incomplete',
    prints:
      'not checked\n  something else than the service answered: 200, a body that begins with <!doctype html><title>Welcome</title>: 22 checks left out',
  },
  'answers everything with a page': {
    ...answerWith(page),
    result: undefined,
    prints:
      '/api/external/contracts: something else than the service answered: 200, a body that begins with <!doctype html>',
  },
  'has a firewall that refuses with a page': {
    ...changeRefusals(() => ({ ...page, status: 403 })),
    result: 'incomplete',
    prints: 'something else than the service answered: 403, a body that begins with <!doctype html>',
  },
  'breaks every connection off': {
    ...answerWith(undefined),
    result: undefined,
    prints: 'does not answer (UND_ERR_SOCKET)',
  },
  'breaks off the connections of startPayment': {
    ...answerWith(undefined, 'startPayment'),
    result: 'incomplete',
    prints: 'its state could not be set up: startPayment: no answer (UND_ERR_SOCKET)',
  },
  'never answers addMilestones': {
    hangsAt: 'addMilestones',
    result: 'incomplete',
    prints: 'addMilestones: no answer within 3 s, 2 times in a row, so it was not called again',
  },
  'is behind a gateway that does not reach it': {
    ...answerWith({ status: 502, headers: text, body: 'Bad Gateway' }),
    result: undefined,
    prints: 'something else than the service answered: 502, a body that begins with Bad Gateway',
  },
  'sends everyone to a sign-in page': {
    ...answerWith({ status: 302, headers: { location: 'https://login.example/start' }, body: '' }),
    result: undefined,
    prints: 'something else than the service answered: 302 to https://login.example/start, no body',
  },
  'is a server of files': {
    ...answerWith({ status: 404, headers: text, body: '404 page not found' }),
    result: undefined,
    prints: '/api/external/contracts: status 404.',
  },
  'fails with 500': {
    ...answerWith({ status: 500, headers: json, body: '{"error":"internal"}' }),
    result: 'broken',
    findings: {
      'USER-1': 'broken',
      'CONTRACT-1': 'broken',
      'UAPI-1': 'broken',
      'LEGACY-1': 'broken',
      'AUTH-4': 'broken',
      'UAPI-4': 'broken',
      'UAPI-7': 'assumed: differs',
    },
    prints: 'wrong     the status is 500 instead of any 2xx',
  },
  'is overloaded in startPayment': {
    ...answerWith({ status: 503, headers: text, body: 'try later' }, 'startPayment'),
    result: 'broken',
    findings: {
      'STATE-2': 'broken',
      'AUTH-4': 'broken',
      'PAY-1': 'broken',
      'PAY-4': 'broken',
      'ERR-1': 'assumed: differs',
    },
    prints: 'wrong     the status is 503 instead of any 2xx',
  },
  'refuses every call of the Users API with 429 for an hour': {
    ...answerWith(
      { status: 429, headers: { 'retry-after': '3600' }, body: '' },
      'linkUser',
      'getUser',
      'updateUser',
      'listWebhooks',
    ),
    result: 'incomplete',
    prints: 'there were too many requests (429), even after waiting',
  },
  'answers successes without a body': {
    ...changeSuccesses((answer) => ({ ...answer, body: '' })),
    result: 'broken',
    findings: { 'USER-1': 'broken', 'CONTRACT-2': 'broken', 'UAPI-1': 'broken', 'LEGACY-1': 'broken' },
    prints: 'wrong     the body is empty instead of JSON',
  },
  'cuts its answers off': {
    ...changeSuccesses((answer) => ({ ...answer, body: answer.body.slice(0, -1) })),
    result: 'broken',
    findings: { 'USER-1': 'broken', 'CONTRACT-2': 'broken', 'UAPI-1': 'broken', 'LEGACY-1': 'broken' },
    prints: 'wrong     the body is not valid JSON',
  },
  'wraps its answers': {
    ...changeSuccesses((answer) => ({ ...answer, body: `{"result":${answer.body}}` })),
    result: 'broken',
    findings: { 'USER-1': 'broken', 'CONTRACT-2': 'broken', 'UAPI-1': 'broken', 'LEGACY-1': 'broken' },
    prints: 'wrong     data: is missing',
  },
  'calls its JSON a page': {
    changeAnswer: (answer) => (answer.body === '' ? answer : { ...answer, headers: html }),
    result: 'held',
    prints: 'remarks\n  JSON came with the content type text/html: 144 times, such as',
  },
  'refuses parties without a body': {
    ...changeRefusals((answer) => ({ ...answer, body: '' }), 'addParties'),
    result: 'held',
    prints:
      'remarks\n  a refusal came without a body: 19 times, such as AUTH-1b addParties with an unknown token is refused',
  },
  'refuses with 500': {
    ...changeRefusals(
      (answer) => ({ ...answer, status: answer.status === 400 ? 500 : answer.status }),
      'addParties',
      'addMilestones',
    ),
    result: 'assumed: differs',
    findings: { 'ERR-1': 'assumed: differs' },
    prints: 'wrong     the status is 500 instead of any 4xx',
  },
  'accepts what it refuses': {
    ...changeRefusals((answer) => ({ ...answer, status: 200 }), 'addParties'),
    result: 'broken',
    findings: {
      'AUTH-4': 'broken',
      'PARTY-3': 'broken',
      'PARTY-4': 'broken',
      'AUTH-1b': 'implied: differs',
      'AUTH-5': 'implied: differs',
      'PARTY-1a': 'implied: differs',
      'PARTY-2a': 'implied: differs',
      'PARTY-0': 'assumed: differs',
    },
    prints: 'wrong     the status is 200 instead of any 4xx',
  },
  'calls an unknown milestone not found': {
    ...changeRefusals((answer) => (answer.status === 500 ? { ...answer, status: 404 } : answer), 'startPayment'),
    result: 'broken',
    findings: { 'PAY-4': 'broken' },
    prints: 'wrong     the status is 404 instead of 500',
  },
  'leaves out the id of a contract': {
    ...changeJson('createContract', ({ data: { id: _, ...data } }) => ({ data })),
    result: 'broken',
    findings: { 'CONTRACT-2': 'broken' },
    prints: 'wrong     data.id: is missing',
  },
  'adds fields that are not shown': {
    ...changeJson('createContract', (body) => ({ ...body, traceId: 'trace-1', data: { ...body.data, links: [] } })),
    result: 'held',
    prints: '69 rules held, none is broken',
  },
};
