import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";

/** A key and a certificate for it, as PEM. */
export interface Identity {
  key: string;
  cert: string;
}

interface CertificateOptions {
  /** A host name or an IPv4 address. */
  host: string;
  /** The authority that signs. Without it the certificate is self-signed. */
  signer?: Authority;
  expired?: boolean;
}

/** A certificate authority. */
export interface Authority extends Identity {
  name: string;
}

export function createAuthority(name = "Test authority"): Authority {
  return { name, ...issue({ subject: name, issuer: name, extensions: [AUTHORITY] }) };
}

/** A certificate of a server, for one host. */
export function createIdentity({ host, signer, expired = false }: CertificateOptions): Identity {
  return issue({
    subject: host,
    issuer: signer?.name ?? host,
    signingKey: signer?.key,
    expired,
    extensions: [extension("2.5.29.17", sequence(alternativeName(host)))],
  });
}

interface Certificate {
  subject: string;
  issuer: string;
  signingKey?: string | undefined;
  expired?: boolean;
  extensions: Buffer[];
}

const DAY = 86_400_000;
const ECDSA_WITH_SHA256 = sequence(oid("1.2.840.10045.4.3.2"));
const AUTHORITY = extension("2.5.29.19", sequence(der(0x01, Buffer.of(0xff))), true);

/** X.509 version 3, see RFC 5280, section 4.1. */
function issue({ subject, issuer, signingKey, expired = false, extensions }: Certificate): Identity {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const end = Date.now() + (expired ? -DAY : DAY);
  const body = sequence(
    der(0xa0, integer(2)),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    commonName(issuer),
    sequence(time(end - 7 * DAY), time(end)),
    commonName(subject),
    keyBytes(publicKey),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign("sha256", body, signingKey ?? privateKey);
  const certificate = sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.concat([Buffer.of(0), signature])));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem(certificate),
  };
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function keyBytes(key: KeyObject): Buffer {
  return key.export({ type: "spki", format: "der" });
}

/** A DER value: tag, length and content. */
function der(tag: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  const { length } = bytes;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), bytes]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.of(value));
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Groups of seven bits. All but the last have the top bit set. */
function base128(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}

function alternativeName(host: string): Buffer {
  return isIPv4(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, host);
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(oid("2.5.4.3"), der(0x0c, name))));
}

function time(ms: number): Buffer {
  return der(0x18, new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, ""));
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [der(0x01, Buffer.of(0xff))] : []), der(0x04, value));
}
