import { findOperation, methodsOf, type Schema } from '@escrow-kit/spec';
import { createValidator } from '@escrow-kit/spec/validate';
import { closest } from 'fastest-levenshtein';
import { credentialNames } from '../deployment/credentials.ts';
import { memoize } from '../deployment/memoize.ts';
import { type StateName, stateCatalogue } from '../states/catalogue.ts';
import { valueExamples } from '../states/values.ts';
import { callForm, messageForm } from './interaction-form.ts';
import { type Interaction, type PactRequest, valueNamesIn, valueNamesInText } from './pact-document.ts';

/** Says why an interaction of a consumer's own can't be verified, and what to do; undefined if it can. */
export function findObjection(interaction: unknown): string | undefined {
  const {
    type = 'Synchronous/HTTP',
    pluginConfiguration,
    providerState,
  } = (interaction ?? {}) as Record<string, unknown>;
  const isMessage = type === 'Asynchronous/Messages';
  if ((type !== 'Synchronous/HTTP' && !isMessage) || pluginConfiguration !== undefined)
    return 'it is no call by HTTP and no asynchronous message, or needs a plugin. Leave it out.';
  if (providerState !== undefined) return 'its state is in providerState, as in version 1. Name it in providerStates.';
  const [violation] = validatorOf(isMessage ? messageForm : callForm)(interaction);
  if (violation) return `${violation.path || 'it'} ${violation.message}. Write the pact with a library of Pact.`;
  return objectToMeaning(interaction as Interaction);
}

const validatorOf = memoize((form: Schema) => createValidator(form));

function objectToMeaning(interaction: Interaction): string | undefined {
  const { request, providerStates = [] } = interaction;
  for (const state of providerStates) {
    const objection = objectToState(state);
    if (objection !== undefined) return objection;
  }
  if (!request && providerStates.at(-1)?.name !== ('a milestone that has just changed' satisfies StateName))
    return 'a message needs the state "a milestone that has just changed" as its last one.';
  return (request && objectToRequest(request)) ?? objectToValues(interaction) ?? objectToExamples(interaction);
}

type Kind = 'number' | 'template' | readonly string[];

function objectToState({ name, params = {} }: NonNullable<Interaction['providerStates']>[number]): string | undefined {
  if (!Object.hasOwn(stateCatalogue, name)) {
    const proposal = closest(name, Object.keys(stateCatalogue));
    return `there is no state "${name}". Did you mean "${proposal}"? states.md of this package lists all.`;
  }
  const { parameters } = stateCatalogue[name as StateName];
  for (const [parameter, kind] of Object.entries<Kind>(parameters)) {
    // Only a request that has a map of the state needs its template.
    if (kind === 'template') continue;
    const given = params[parameter];
    if (kind === 'number' ? typeof given === 'number' : kind.includes(String(given))) continue;
    const wanted = kind === 'number' ? 'a number' : kind.join(' or ');
    return `the state "${name}" needs the parameter ${parameter}: ${wanted}.`;
  }
  return undefined;
}

function objectToRequest({ method, path, headers = {}, body }: PactRequest): string | undefined {
  if (!findOperation(method, path)) {
    const methods = methodsOf(path);
    return methods.length > 0
      ? `the document has no ${method} of ${path}, only ${methods.join(', ')}.`
      : `the document has no path ${path}. Write it without host and query.`;
  }
  if (body === undefined) return undefined;
  if (method === 'GET') return 'a GET has no body. Leave it out.';
  const [, mediaType] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  // Without one, Pact's verifier waits forever.
  if (/^[\w.+-]+\/[\w.+-]+(;|$)/.test(String(mediaType))) return undefined;
  return 'its request has a body, and no header Content-Type with a media type. Add one, such as application/json.';
}

/** A value that no state gives would stay the example, and the service would refuse it. */
function objectToValues({
  providerStates = [],
  request,
  response,
  generators: ofMessage,
}: Interaction): string | undefined {
  const given = providerStates.flatMap(({ name, params = {} }) => [
    ...credentialNames,
    ...stateCatalogue[name as StateName].gives,
    ...Object.keys(params),
  ]);
  const inParameters = valueNamesInText(JSON.stringify(providerStates));
  const inGenerators = [request?.generators, response?.generators, ofMessage].flatMap(valueNamesIn);
  const missing = [...inParameters, ...inGenerators].find((name) => !given.includes(name));
  if (missing === undefined) return undefined;
  if (missing === '') return 'a ProviderState generator has no expression. Name its value there.';
  return `no state of it gives ${missing}. ${given.length === 0 ? 'Name a state' : `Its states give ${[...new Set(given)].join(', ')}`}.`;
}

const useGenerator = 'Place it with value of describeCall, as a key with PlacedMap, or with fromProviderState.';

/** An example that no generator replaces would be sent as it is, and name nothing in the deployment. */
function objectToExamples({ providerStates = [], request }: Interaction): string | undefined {
  if (!request) return undefined;
  const { path, query, headers, body, generators } = request;
  const inPath = path.split('/');
  const sent = [...inPath, ...partsOf([query, headers, body?.content])];
  const literal = sent.find((part) => valueNamesInText(String(part)).length > 0);
  if (literal !== undefined) return `its request sends "${literal}" as it is. ${useGenerator}`;
  const generated = valueNamesIn(generators);
  const inTemplates = providerStates.flatMap(({ params = {} }) =>
    generated.flatMap((name) => valueNamesInText(JSON.stringify(params[name] ?? ''))),
  );
  const forgotten = providerStates
    .flatMap(({ name }) => stateCatalogue[name as StateName].gives)
    .filter((name) => ![...generated, ...inTemplates].includes(name))
    .find((name) => sent.includes(valueExamples[name]) || inPath.includes(String(valueExamples[name])));
  if (forgotten === undefined) return undefined;
  return `its request sends the example ${valueExamples[forgotten]} instead of the state's ${forgotten}. ${useGenerator}`;
}

/** The keys and the values of JSON, without its objects and lists. */
function partsOf(content: unknown): unknown[] {
  if (typeof content !== 'object' || content === null) return [content];
  return Object.entries(content).flatMap(([name, part]) => [name, ...partsOf(part)]);
}
