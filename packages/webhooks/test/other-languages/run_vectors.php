<?php
// Prints whether the verifiers in the working directory accept each test of the file of vectors on stdin, by tcId.
declare(strict_types=1);
require 'verify.php';
require 'verify_relay.php';

function is_accepted(array $test, array $group): bool
{
    $body = $test['body'] ?? base64_decode($test['bodyBase64']);
    if (!array_key_exists('headers', $test)) {
        return is_signed($body, $test['signature'], $group['secrets']);
    }
    foreach ($test['headers'] as $name => $value) {
        $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
    }
    return is_signed_by_relay($body, $server, $group['secrets'], $group['now']);
}

foreach (json_decode(file_get_contents('php://stdin'), true)['testGroups'] as $group) {
    foreach ($group['tests'] as $test) {
        $accepted[$test['tcId']] = is_accepted($test, $group);
    }
}
echo json_encode($accepted);
