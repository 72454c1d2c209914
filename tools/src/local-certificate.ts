/** A certificate of this machine's names that nobody trusts, with its key; for tests, until 2126. */
export const localCertificate: { cert: string; key: string } = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUVq3NVsUmlJsfbRIvvDbtnuiqvTgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjAyMTUxNVoYDzIxMjYxMTAy
MDIxNTE1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATTDYNzh+wdePtWx+Mx6C3cSkena+6gb53l9E20zUeH/AOJghrXH1CM
1f/vYWHhtYizaGYRDpKd8xpuQNEaHwOpo28wbTAdBgNVHQ4EFgQU9fNqKj4jtw7b
D4+Y+5K+ME6c1bcwHwYDVR0jBBgwFoAU9fNqKj4jtw7bD4+Y+5K+ME6c1bcwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgWmyfvNTgNeqn/7T/dhqMtDpJ8zYIGnxz4GtuZaju22ECIQDY
MXw0tEJrrWNA1e+73R88yi2c7yu4cvdWHiU6gi+3wA==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4nUWCWv1cVujz+yK
B8ABQo25G0bA1Egu/lpOz/qbpfOhRANCAATTDYNzh+wdePtWx+Mx6C3cSkena+6g
b53l9E20zUeH/AOJghrXH1CM1f/vYWHhtYizaGYRDpKd8xpuQNEaHwOp
-----END PRIVATE KEY-----`,
};
