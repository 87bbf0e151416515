/** Whether a file is one that keeps secrets by its name, or holds something that looks like one. Errs on the side of leaving out. */
export function looksSecret(path: string, text = ''): boolean {
  return secretNames.test(path) || secretTexts.test(text)
}

const secretNames =
  /(?:^|\/)(?:\.env(?:\..*)?|[^/]*\.env|id_(?:rsa|dsa|ecdsa|ed25519)[^/]*|[^/]*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)|\.?(?:netrc|npmrc|pypirc|htpasswd|pgpass)|[^/]*(?:credential|secret|password|passwd)s?[^/]*\.(?:json|ya?ml|toml|ini|txt|env|cfg|conf|properties|csv)|service[-_]?account[^/]*\.json|terraform\.tfstate[^/]*|[^/]*\.tfvars)$/i

const secretTexts =
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{30,}|\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{24,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[0-9A-Za-z_-]{35}\b|\bglpat-[A-Za-z0-9_-]{20,}/
