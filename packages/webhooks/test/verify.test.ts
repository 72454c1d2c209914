import { describe, expect, test } from 'vitest';
import { refusalMessages } from '../src/index.ts';
import { entries } from './support/entries.ts';
import { signedVector } from './support/vectors.ts';

const { bytes, signature, secret } = signedVector('the event PAID');
const shared = new Uint8Array(new SharedArrayBuffer(bytes.length + 1), 1);
shared.set(bytes);
const text = new TextDecoder().decode(bytes);
const upperCase = `sha256=${signature.slice(7).toUpperCase()}`;

describe.each(entries)('$name', ({ entry: { verify, constructEvent } }) => {
  test.each([
    ['bytes', bytes],
    ['a part of a larger buffer', new Uint8Array([1, ...bytes, 2]).subarray(1, -1)],
    ['a buffer of Node', Buffer.from(bytes)],
    ['an array buffer', bytes.buffer],
    ['a part of memory that threads share', shared],
    ['text', text],
  ])('HOOK-2 a signed body is accepted as %s', async (_title, body) => {
    expect(await verify(body, signature, secret)).toMatchObject({ ok: true, event: { milestoneId: 'milestone-1' } });
  });

  test('AUTH-13 HOOK-2 a request is authenticated only by its signature, in hex of either case', async () => {
    const signed = { ok: true, secretIndex: 0, event: { status: 'PAID' } };

    expect(await verify(text, signature, secret)).toMatchObject(signed);
    expect(await verify(text, [signature], secret)).toMatchObject(signed);
    expect(await verify(text, upperCase, secret)).toMatchObject(signed);
    expect(await verify(text, `sha256=${'F'.repeat(64)}`, secret)).toEqual({ ok: false, reason: 'signature_mismatch' });
  });

  test.each([
    ['is missing', undefined, 'signature_missing'],
    ['is an empty list', [], 'signature_missing'],
    ['is of another body', `sha256=${'0'.repeat(64)}`, 'signature_mismatch'],
    ['has white space before', ` ${signature}`, 'signature_malformed'],
    ['has no hex digit at its end', signature.replace(/.$/, 'g'), 'signature_malformed'],
    ['comes twice in one line', `${signature}, ${signature}`, 'signature_repeated'],
    ['comes twice in two lines', [signature, signature], 'signature_repeated'],
  ])('HOOK-2 a request is refused if its header %s', async (_title, header, reason) => {
    const result = await verify(text, header, secret);

    expect(result).toEqual({ ok: false, reason });
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  test('HOOK-2 an array buffer that was transferred away is refused', async () => {
    const { buffer } = bytes.slice();
    structuredClone(buffer, { transfer: [buffer] });

    for (const body of [buffer, new Uint8Array(0)]) {
      expect(await verify(body, signature, secret)).toMatchObject({ ok: false, reason: 'signature_mismatch' });
    }
  });

  test.each([
    ['an object', JSON.parse(text)],
    ['null', null],
    ['text with a lone surrogate', `${text}\ud800`],
  ])('HOOK-2 a parsed body is refused with the remedy: %s', async (_title, body) => {
    expect(await verify(body, signature, secret)).toEqual({ ok: false, reason: 'body_not_raw' });
    expect(refusalMessages.body_not_raw).toContain('Pass the raw body');
  });

  test('HOOK-1 a signed body that is not UTF-8 has its own reason', async () => {
    const vector = signedVector('bytes that are not UTF-8');

    expect(await verify(vector.bytes, vector.signature, secret)).toMatchObject({ reason: 'body_not_utf8' });
  });

  test('HOOK-2 while secrets are rotated, the result says which one matched', async () => {
    expect(await verify(text, signature, ['new', secret])).toMatchObject({ ok: true, secretIndex: 1 });
  });

  test('HOOK-2 constructEvent returns the event, or throws the reason', async () => {
    expect(await constructEvent(text, signature, secret)).toMatchObject({ status: 'PAID' });

    await expect(async () => constructEvent(text, undefined, secret)).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      code: 'verification',
      reason: 'signature_missing',
    });
  });
});
