<?php
// Checks the headers that the relay adds. Needs verify.php of docs/guide/other-languages.md in the same folder.
declare(strict_types=1);
require_once __DIR__ . '/verify.php';

const TOLERANCE_IN_SECONDS = 300;

/**
 * Whether one of the secrets signed the request, at most five minutes ago.
 *
 * @param array $server $_SERVER, for its headers
 * @param list<string> $secrets
 */
function is_signed_by_relay(string $body, array $server, array $secrets, ?int $now = null): bool
{
    require_secrets($secrets);
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    if (preg_match('/\A[^.]+\z/', $id) !== 1 || preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_IN_SECONDS) {
        return false;
    }
    foreach ($secrets as $secret) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", key_of($secret), true));
        foreach ($signatures as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}

function key_of(string $secret): string
{
    $text = str_starts_with($secret, 'whsec_') ? substr($secret, 6) : '';
    $bytes = (string) base64_decode($text, true);
    $is_standard = strlen($bytes) >= 24 && strlen($bytes) <= 64 && base64_encode($bytes) === $text;
    return $is_standard ? $bytes : $secret;
}
