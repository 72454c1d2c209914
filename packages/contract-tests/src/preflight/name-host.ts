import { type Deployment, optionOf } from '../deployment/deployment.ts';

/** The options that gave an address, such as `--contract-url, --auth-url`. `url` is the value of `--url`. */
export function nameHost(
  address: string,
  { hosts, url }: Pick<Deployment, 'hosts'> & { url?: string | undefined },
): string {
  if (address === url) return '--url';
  const names = Object.entries(hosts).flatMap(([name, at]) => (at === address ? [optionOf(`${name}Url`)] : []));
  return names.join(', ');
}
