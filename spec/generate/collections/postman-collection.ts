import { type Call, readCalls, readVariables, sandboxUrl } from './read-calls.ts';

const description = `Registers a buyer, a seller and the organization's administrator, opens a contract with one milestone, and takes its
payment as far as the checkout. Run the requests in their order: each sets the variables that later ones use.

As it is, it runs against the sandbox of escrow-kit on ${sandboxUrl}. For another deployment, change the variables of the collection:
the addresses of the three hosts, the tokens, the client, and phones and a bank account of your own. Names are in the bodies.

The console of the last request shows the address for the buyer's browser, who consents and pays there. It signs the buyer in: do not
store or share it. The service shows no call for what follows; in the sandbox, release and complete the milestone in its dashboard.`;

/** Writes the main job as a Postman collection, version 2.1, which Bruno and others import. */
export function postmanCollection(): string {
  const collection = {
    info: {
      name: 'Escrow Contract Service: the main job',
      description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: readCalls().map(toItem),
    variable: readVariables().map(({ name, value, description: text, isSecret }) => ({
      key: name,
      value,
      type: isSecret ? 'secret' : 'string',
      description: text,
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function toItem(call: Call): object {
  return {
    name: call.name,
    event: [
      ...(call.query.length > 0 ? [toEvent('prerequest', encodingScript(call))] : []),
      toEvent('test', answerScript(call)),
    ],
    request: toRequest(call),
  };
}

const toEvent = (listen: 'prerequest' | 'test', exec: string[]): object => ({
  listen,
  script: { type: 'text/javascript', exec },
});

function toRequest(call: Call): object {
  const { method, description: text, token, mediaType, body } = call;
  return {
    method,
    description: text,
    auth: token
      ? { type: 'bearer', bearer: [{ key: 'token', value: `{{${token}}}`, type: 'string' }] }
      : { type: 'noauth' },
    header: [
      { key: 'Accept', value: 'application/json' },
      ...(mediaType ? [{ key: 'Content-Type', value: mediaType }] : []),
    ],
    url: toUrl(call),
    ...(body !== undefined && { body: toBody(call) }),
  };
}

function toUrl({ address, query }: Call): object {
  const [host, ...path] = address.split('/');
  if (query.length === 0) return { raw: address, host: [host], path };
  const entries = query.map(({ name, value }) => ({
    key: name,
    value: isVariable(value) ? `{{${encodedName(name)}}}` : value,
  }));
  const raw = `${address}?${entries.map(({ key, value }) => `${key}=${value}`).join('&')}`;
  return { raw, host: [host], path, query: entries };
}

function toBody({ mediaType, body }: Call): object {
  if (mediaType === 'application/json') {
    return { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } };
  }
  const fields = Object.entries(body as Record<string, string>);
  return { mode: 'urlencoded', urlencoded: fields.map(([key, value]) => ({ key, value, type: 'text' })) };
}

const isVariable = (value: string): boolean => /^\{\{\w+\}\}$/.test(value);

/** Postman does not encode `&` and `#` in a variable of the query, so a script encodes the value first. */
const encodedName = (name: string): string => `encoded_${name}`;

function encodingScript({ query }: Call): string[] {
  return query
    .filter(({ value }) => isVariable(value))
    .map(
      ({ name, value }) =>
        `pm.collectionVariables.set('${encodedName(name)}', encodeURIComponent(pm.variables.replaceIn('${value}')));`,
    );
}

/** Sets the variables of the answer. If the call fails, or the answer lacks one of them, the run stops. */
function answerScript({ name, sets }: Call): string[] {
  const variables = Object.entries(sets);
  const expected = variables.length > 0 ? `, and its answer has ${variables.map(([, way]) => way).join(', ')}` : '';
  return [
    'let isDone = false;',
    `pm.test(${JSON.stringify(`${name}: the service accepts it${expected}`)}, () => {`,
    '  pm.expect(pm.response.code).to.be.within(200, 299);',
    ...(variables.length > 0 ? ['  const answer = pm.response.json();'] : []),
    ...variables.flatMap(([variable, way]) => setterOf(variable, way)).map(indent),
    '  isDone = true;',
    '});',
    'if (!isDone) pm.execution.setNextRequest(null);',
  ];
}

function setterOf(variable: string, way: string): string[] {
  const isText = `pm.expect(String(answer.${way})).to.match(${variable === 'checkoutUrl' ? '/^https?:.*\\/external\\/[^/?#]/' : '/^[^{[]/'});`;
  // The ticket stays out of the variables, which Bruno stores.
  if (variable === 'ticket') return [`pm.expect(answer.${way}).to.be.a('string');`, ...showCheckoutPage];
  return [
    `pm.expect(answer.${way}).to.not.equal(undefined);`,
    isText,
    `pm.collectionVariables.set('${variable}', answer.${way});`,
    ...(variable === 'checkoutUrl' ? setShortId : []),
  ];
}

const indent = (line: string): string => `  ${line}`;

const setShortId = [
  '// The segment after /external/ identifies the payment.',
  "pm.collectionVariables.set('shortId', answer.data.match(/\\/external\\/([^/?#]+)/)[1]);",
];

const showCheckoutPage = [
  "const checkoutUrl = pm.collectionVariables.get('checkoutUrl');",
  "console.log('For the browser of the buyer: ' + checkoutUrl + '&ticket=' + encodeURIComponent(answer.ticket));",
];
