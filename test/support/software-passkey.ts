import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** As much of CBOR (RFC 8949) as an authenticator says. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [encode(key), encode(entry)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** What a test lets an authenticator or its browser do otherwise than an honest one. */
export type Otherwise = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number; userHandle?: string };

/** A passkey without a browser: it answers what the server asks as a platform's authenticator does (ES256, no attestation). */
export function createPasskey(site = { origin: 'http://kerbside.example', rpId: 'kerbside.example' }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  function authData(more: Otherwise, attested: Buffer): Buffer {
    const flags = 0x01 | (more.isVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(more.counter ?? counter);
    return Buffer.concat([sha256(more.rpId ?? site.rpId), Buffer.from([flags]), count, attested]);
  }

  function clientData(type: string, challenge: string, { origin = site.origin }: Otherwise): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    id: credential.id,
    /** What `navigator.credentials.create` gives. */
    register(options: { challenge: string; user: { id: string } }, more: Otherwise = {}) {
      userHandle = options.user.id;
      const cose = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.from([0, id.length]);
      const data = authData(more, Buffer.concat([Buffer.alloc(16), length, id, encode(cose)]));
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge, more).toString('base64url'),
        attestationObject: encode(attestation).toString('base64url'),
        transports: ['internal'],
      };
      return { ...credential, response, clientExtensionResults: {} };
    },
    /** What `navigator.credentials.get` gives. */
    sign({ challenge }: { challenge: string }, more: Otherwise = {}) {
      counter += 1;
      const data = authData(more, Buffer.alloc(0));
      const client = clientData('webauthn.get', challenge, more);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: more.userHandle ?? userHandle,
      };
      return { ...credential, response, clientExtensionResults: {} };
    },
  };
}

export type SoftwarePasskey = ReturnType<typeof createPasskey>;
