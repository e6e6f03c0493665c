import { generateKeyPairSync, sign } from "node:crypto";

export interface Certificate {
  key: string;
  cert: string;
}

/** Object identifiers, encoded. */
const COMMON_NAME = Buffer.from("0603550403", "hex");
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex");
const ECDSA_WITH_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");

const DAY_MS = 24 * 3_600_000;

/** A certificate for an IPv4 address that is signed by its own key, as those of test deployments are. */
export function selfSigned({ address = "127.0.0.1", expired = false } = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(0x30, ECDSA_WITH_SHA256);
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(address)))));
  const end = Date.now() + (expired ? -DAY_MS : DAY_MS);
  const ip = der(0x87, Buffer.from(address.split(".").map(Number)));
  const altName = der(0x30, SUBJECT_ALT_NAME, der(0x04, der(0x30, ip)));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    algorithm,
    name,
    der(0x30, time(end - 2 * DAY_MS), time(end)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, altName)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: pem(der(0x30, body, algorithm, signature)),
  };
}

/** One element of ASN.1's DER: a tag, the length of the content, the content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** GeneralizedTime: YYYYMMDDHHMMSSZ. */
function time(at: number): Buffer {
  const digits = new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, "")
    .replace(/\D/g, "");
  return der(0x18, Buffer.from(`${digits}Z`));
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
