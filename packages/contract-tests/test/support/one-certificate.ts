import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';

/**
 * Pact reads every certificate of the machine before each request, which takes longer than the request. All of them go to
 * this machine, by HTTP: one certificate, without which Pact sends nothing, will do.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-certificate-'));
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, rootCertificates[0] ?? '');
  // Workers and their processes inherit them.
  process.env['SSL_CERT_FILE'] = file;
  process.env['SSL_CERT_DIR'] = folder;
  return () => rmSync(folder, { recursive: true });
}
