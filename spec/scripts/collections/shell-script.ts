import { type Call, readCalls, readVariables, type Variable } from './read-calls.ts';

/** The main job as a shell script with curl and jq. */
export function shellScript(): string {
  return [head(), readVariables().map(setDefault).join('\n'), functions, ...readCalls().map(toCommands), tail].join(
    '\n',
  );
}

/** `buyerPhone` as `BUYER_PHONE`. */
const shellName = (name: string): string => name.replaceAll(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();

/** `{{buyerPhone}}` as `$BUYER_PHONE`. */
const withShellVariables = (text: string): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => `\${${shellName(name)}}`);

const head = (): string => `#!/bin/sh
# The main job of the Escrow Contract Service with curl and jq. Written from the OpenAPI document by \`pnpm generate\`.
#
# It registers a buyer, a seller and the organization's administrator, opens a contract with one milestone, and prints the address
# of the checkout for the buyer's browser. As it is, it runs against the sandbox of escrow-kit, npx @escrow-kit/sandbox. For another
# deployment, set these variables in the environment:
#
${readVariables()
  .map(({ name, description }) => `#   ${shellName(name).padEnd(20)} ${description}`)
  .join('\n')}
#
# Tokens and the secret are passed to curl by files that only curl reads, so that no list of processes shows them.
set -eu

for tool in curl jq; do
  command -v "$tool" >/dev/null || { echo "This script needs $tool: install it and run the script again." >&2; exit 1; }
done
`;

const setDefault = ({ name, value }: Variable): string => `: "\${${shellName(name)}:=${value}}"`;

const functions = `
# request METHOD URL TOKEN [MEDIA_TYPE]: sends what it reads, and prints the answer. Stops the script if the call is refused.
request() {
  response=$(curl --silent --show-error --max-time 60 --request "$1" --header @/dev/fd/3 --data @- --write-out '\\n%{http_code}' "$2" 3<<HEADERS
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

# field FILTER: prints a field of the last answer.
field() {
  printf '%s\\n' "$answer" | jq --exit-status --raw-output "$1" || { echo "The answer has no $1." >&2; exit 1; }
}

# encode TEXT: prints it as a value of a query or a form.
encode() {
  printf '%s' "$1" | jq --raw-input --slurp --raw-output @uri
}
`;

function toCommands(call: Call): string {
  const { name, sets = {} } = call;
  const setters = Object.entries(sets).map(([variable, way]) => `${shellName(variable)}=$(field '.${way}')`);
  return [
    `\necho ${JSON.stringify(name)}`,
    `answer=$(request ${call.method} "${withShellVariables(call.address)}${queryOf(call)}" "${call.token ? `$${shellName(call.token)}` : ''}"${bodyOf(call)}`,
    ...setters,
    ...('checkoutUrl' in sets ? [setShortId] : []),
  ].join('\n');
}

function queryOf({ query }: Call): string {
  if (query.length === 0) return '';
  return `?${query.map(({ name, value }) => `${name}=$(encode "${withShellVariables(value)}")`).join('&')}`;
}

/** What comes after the arguments of \`request\`: the media type, the body, and the end of the command. */
function bodyOf({ body, mediaType }: Call): string {
  if (body === undefined) return ' </dev/null)';
  if (mediaType === 'application/json') {
    return ` <<JSON\n${withShellVariables(JSON.stringify(body, null, 2))}\nJSON\n)`;
  }
  const fields = Object.entries(body as Record<string, string>);
  const form = fields.map(([name, value]) => `${name}=$(encode "${withShellVariables(value)}")`).join('&');
  return ` ${mediaType} <<FORM\n${form}\nFORM\n)`;
}

const setShortId = `# The payment is named by the segment after /external/.
SHORT_ID=\${CHECKOUT_URL#*/external/}
SHORT_ID=\${SHORT_ID%%[/?#]*}`;

const tail = `
echo
echo 'The buyer opens this address, consents and pays. It signs the buyer in: do not store or share it.'
echo "$CHECKOUT_URL&ticket=$(encode "$TICKET")"
`;
