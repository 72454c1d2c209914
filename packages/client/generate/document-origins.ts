import { type OpenApiDocument, operations, type Server } from '@escrow-kit/spec';

/** The address of a server, with the defaults of its variables. */
const addressOf = ({ url, variables }: Server): string =>
  url.replaceAll(/\{(.+?)\}/g, (_, name: string) => variables?.[name]?.default ?? '');

/** The checkout URLs in the document's examples. */
function exampleCheckoutUrls(): string[] {
  const startPayment = operations.find(({ id }) => id === 'startPayment');
  const examples = startPayment?.responses['200']?.content?.['application/json']?.examples ?? {};
  return Object.values(examples).map(({ value }) => String(Object(value).data));
}

/** The origins in the document: those of its servers, and of the checkout in its examples. */
export function documentOrigins({ paths }: OpenApiDocument): string[] {
  const servers = Object.values(paths).flatMap((path) => path.servers ?? []);
  const addresses = [...servers.map(addressOf), ...exampleCheckoutUrls()];
  const urls = addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address));
  return [...new Set(urls.map(({ origin }) => origin))].sort();
}
