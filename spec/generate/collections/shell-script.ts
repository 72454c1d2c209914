import { type Call, readCalls, readVariables, sandboxUrl, type Variable } from './read-calls.ts';

/** Writes the main job as a shell script with curl and jq. */
export function shellScript(): string {
  return [head(), functions, ...readCalls().map(toCommands), tail].join('\n');
}

/** `buyerPhone` as `BUYER_PHONE`. */
const shellName = (name: string): string => name.replaceAll(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();

/** `{{buyerPhone}}` as `${BUYER_PHONE}`. */
const withShellVariables = (text: string): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => `\${${shellName(name)}}`);

/** A path with the values of its variables encoded; its host may end with a slash. */
function addressOf({ address }: Call): string {
  const [host = '', ...segments] = address.split('/');
  const path = segments.map((segment) => (segment.startsWith('{{') ? encoded(segment) : segment));
  return [withShellVariables(host).replace('}', '%/}'), ...path].join('/');
}

const encoded = (value: string): string => `$(encode "${withShellVariables(value)}")`;

/** A body of JSON in which each variable is a whole text. */
const bodyWithVariables = (body: unknown): string =>
  JSON.stringify(body, null, 2).replaceAll(/"\{\{(\w+)\}\}"/g, (_, name) => `$(text "\${${shellName(name)}}")`);

const head = (): string => `#!/bin/sh
# The main job of the Escrow Contract Service with curl and jq. Written from the OpenAPI document by \`pnpm generate\`.
#
# It registers a buyer, a seller and the organization's administrator, opens a contract with one milestone, and prints the address
# of the checkout for the buyer's browser. As it is, it runs against the sandbox of escrow-kit on ${sandboxUrl}. For
# another deployment, set all of these variables in the environment; names are in the bodies below.
#
${readVariables()
  .map(({ name, description }) => `#   ${shellName(name).padEnd(20)} ${description}`)
  .join('\n')}
#
# curl reads tokens and the secret from files that only it has open, so no list of processes shows them.
set -eu

for tool in curl jq; do
  command -v "$tool" >/dev/null || { echo "This script needs $tool: install it and run the script again." >&2; exit 1; }
done

# Without an address, everything is the sandbox's.
if [ -z "\${IDENTITY_URL-}\${AUTH_URL-}\${CONTRACT_URL-}" ]; then
${readVariables().map(setDefault).join('\n')}
fi
${readVariables()
  .map(({ name, description }) => `: "\${${shellName(name)}:?Set it: ${description.replaceAll("'", '’')}}"`)
  .join('\n')}
`;

const setDefault = ({ name, value }: Variable): string => `  : "\${${shellName(name)}:=${value}}"`;

const functions = `
# request METHOD URL TOKEN [MEDIA_TYPE]: sends stdin as the body and prints the answer. Stops the script if the call is refused.
request() {
  response=$(curl --silent --show-error --globoff --max-time 60 --request "$1" --header @/dev/fd/3 --data @- --write-out '\\n%{http_code}' "$2" 3<<HEADERS
Accept: application/json
Content-Type: \${4:-application/json}
\${3:+Authorization: Bearer $3}
HEADERS
  ) || { echo "$1 $2 got no answer." >&2; exit 1; }
  status=\${response##*
}
  body=\${response%
*}
  case $status in
    2??) printf '%s\\n' "$body" ;;
    *) printf '%s\\n' "$1 \${2%%\\?*} was refused with $status:" "$body" >&2; exit 1 ;;
  esac
}

# field FILTER: prints a field of the last answer, which has to be text or a number. Stops the script otherwise.
field() {
  value=$(printf '%s\\n' "$answer" | jq --raw-output "$1 | strings, numbers" 2>/dev/null || true)
  [ -n "$value" ] || { echo "The answer has no $1." >&2; exit 1; }
  printf '%s\\n' "$value"
}

# text TEXT: prints it as text of JSON.
text() {
  printf '%s' "$1" | jq --raw-input --slurp .
}

# encode TEXT: prints the text URL-encoded, for a query or a form.
encode() {
  printf '%s' "$1" | jq --raw-input --slurp --raw-output @uri
}
`;

function toCommands(call: Call): string {
  const { name, sets } = call;
  const setters = Object.entries(sets).map(([variable, path]) => `${shellName(variable)}=$(field '.${path}')`);
  return [
    `\necho ${JSON.stringify(name)}`,
    `answer=$(request ${call.method} "${addressOf(call)}${queryOf(call)}" "${call.token ? `$${shellName(call.token)}` : ''}"${bodyOf(call)}`,
    ...setters,
    ...('checkoutUrl' in sets ? [setShortId] : []),
  ].join('\n');
}

function queryOf({ query }: Call): string {
  if (query.length === 0) return '';
  return `?${query.map(({ name, value }) => `${name}=${encoded(value)}`).join('&')}`;
}

/** The rest of a \`request\` command after its arguments: media type, body, and end. */
function bodyOf({ body, mediaType }: Call): string {
  if (body === undefined) return ' </dev/null)';
  if (mediaType === 'application/json') {
    return ` <<JSON\n${bodyWithVariables(body)}\nJSON\n)`;
  }
  const fields = Object.entries(body as Record<string, string>);
  const form = fields.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
  return ` ${mediaType} <<FORM\n${form}\nFORM\n)`;
}

const setShortId = `# The segment after /external/ identifies the payment.
SHORT_ID=\${CHECKOUT_URL#*/external/}
SHORT_ID=\${SHORT_ID%%[/?#]*}
case $CHECKOUT_URL in
  http*/external/"$SHORT_ID"*) [ -n "$SHORT_ID" ] ;;
  *) false ;;
esac || { echo "The answer has no address of a checkout." >&2; exit 1; }`;

const tail = `
echo
echo 'The buyer opens this address, consents and pays. It signs the buyer in: do not store or share it.'
echo "$CHECKOUT_URL&ticket=$(encode "$TICKET")"
`;
