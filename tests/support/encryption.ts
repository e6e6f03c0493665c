import { createCipheriv, pbkdf2Sync, randomBytes } from "node:crypto";

const SALT = randomBytes(8);

/** What the CLI does for secrets in the config of a stack with a passphrase, without a process of the CLI. */
export function encryption(passphrase: string) {
  const key = pbkdf2Sync(passphrase, SALT, 1_000_000, 32, "sha256");
  const encrypted = (text: string) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    const bytes = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    return `v1:${nonce.toString("base64")}:${bytes.toString("base64")}`;
  };
  // The CLI decrypts this text to find out whether the passphrase is correct.
  return { encrypted, salt: `v1:${SALT.toString("base64")}:${encrypted("pulumi")}` };
}
