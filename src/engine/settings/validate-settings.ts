import { isIP } from 'node:net';
import { parseCron } from '../crons/parse-cron.ts';
import { fieldError, required } from '../fields/field-errors.ts';
import { isEmail, urlHost } from '../fields/is-address.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import { isIpOrSubnet } from '../http/is-ip-in-list.ts';
import type { RateLimitRule } from '../limits/find-limit.ts';
import type { S3Settings, Settings } from './settings.ts';

type Findings = Record<string, FieldError | ErrorData | undefined>;

const ruleLabel = /^(\w+ \/[\w/-]*|\/[\w/-]*|\w+:\w+|\*:\w+|\w+)$/;
const dnsName = /^\w[\w-]{0,62}(?:\.\w[\w-]{0,62})*[._]?$/;

/** What is wrong with settings (wire contract, sections 2.1 and 20), nested as they are; undefined when they may be saved. */
export function validateSettings(settings: Settings): ErrorData | undefined {
  return onlyErrors({
    superuserIPs: checkIps(settings.superuserIPs),
    meta: checkMeta(settings.meta),
    logs: onlyErrors({ maxDays: checkMin(settings.logs.maxDays, 0) }),
    smtp: checkSmtp(settings.smtp),
    s3: checkS3(settings.s3),
    backups: checkBackups(settings.backups),
    batch: checkBatch(settings.batch),
    rateLimits: checkRateLimits(settings.rateLimits),
    budgets: checkBudgets(settings.budgets),
  });
}

function onlyErrors(findings: Findings): ErrorData | undefined {
  const errors: ErrorData = {};
  for (const [name, finding] of Object.entries(findings)) if (finding) errors[name] = finding;
  return Object.keys(errors).length > 0 ? errors : undefined;
}

function checkMeta(meta: Settings['meta']): ErrorData | undefined {
  return onlyErrors({
    accentColor: meta.accentColor === '' ? undefined : checkColor(meta.accentColor),
    appName: checkName(meta.appName),
    appURL: meta.appURL === '' ? required : checkUrl(meta.appURL),
    senderName: checkName(meta.senderName),
    senderAddress: checkAddress(meta.senderAddress),
  });
}

function checkName(text: string): FieldError | undefined {
  if (text === '') return required;
  if (Buffer.byteLength(text) <= 255) return undefined;
  const params = { max: 255, min: 1 };
  return fieldError('validation_length_out_of_range', 'The length must be between {min} and {max}.', params);
}

function checkAddress(text: string): FieldError | undefined {
  if (text === '') return required;
  return isEmail(text) ? undefined : fieldError('validation_is_email', 'Must be a valid email address.');
}

function checkColor(text: string): FieldError | undefined {
  const params = { max: 7, min: 7 };
  if (Buffer.byteLength(text) !== 7) {
    return fieldError('validation_length_invalid', 'The length must be exactly {max}.', params);
  }
  if (/^#[\da-f]{6}$/i.test(text)) return undefined;
  return fieldError('validation_is_hex_color', 'Must be a valid hexadecimal color code.');
}

function checkUrl(text: string): FieldError | undefined {
  return urlHost(text) === undefined ? fieldError('validation_is_url', 'Must be a valid URL.') : undefined;
}

function checkHost(text: string): FieldError | undefined {
  const isHost = text === '' || isIP(text) !== 0 || (dnsName.test(text) && text.length <= 255);
  return isHost ? undefined : fieldError('validation_is_host', 'Must be a valid IP address or DNS name.');
}

function checkMin(value: number, min: number): FieldError | undefined {
  if (value >= min || value === 0) return undefined;
  const params = { threshold: min };
  return fieldError('validation_min_greater_equal_than_required', 'Must be no less than {threshold}.', params);
}

function checkSmtp(smtp: Settings['smtp']): ErrorData | undefined {
  const isKnownMethod = ['', 'PLAIN', 'LOGIN'].includes(smtp.authMethod);
  return onlyErrors({
    host: smtp.enabled && smtp.host === '' ? required : checkHost(smtp.host),
    port: smtp.enabled && smtp.port === 0 ? required : checkMin(smtp.port, 0),
    authMethod: isKnownMethod ? undefined : fieldError('validation_in_invalid', 'Must be a valid value.'),
    localName: checkHost(smtp.localName),
  });
}

function checkS3(s3: S3Settings): ErrorData | undefined {
  const needed = (text: string) => (s3.enabled && text === '' ? required : undefined);
  return onlyErrors({
    endpoint: s3.endpoint === '' ? needed(s3.endpoint) : checkUrl(s3.endpoint),
    bucket: needed(s3.bucket),
    region: needed(s3.region),
    accessKey: needed(s3.accessKey),
    secret: needed(s3.secret),
  });
}

function checkBackups({ cron, cronMaxKeep, s3 }: Settings['backups']): ErrorData | undefined {
  const parsed = cron === '' ? undefined : parseCron(cron);
  const cronError = parsed && !parsed.ok ? fieldError('validation_invalid_cron', parsed.message) : undefined;
  return onlyErrors({
    s3: checkS3(s3),
    cron: cronError,
    cronMaxKeep: cron !== '' && cronMaxKeep === 0 ? required : checkMin(cronMaxKeep, 1),
  });
}

function checkBatch(batch: Settings['batch']): ErrorData | undefined {
  const needed = (value: number) => (batch.enabled && value === 0 ? required : checkMin(value, 0));
  return onlyErrors({
    maxRequests: needed(batch.maxRequests),
    timeout: needed(batch.timeout),
    maxBodySize: checkMin(batch.maxBodySize, 0),
  });
}

function checkBudgets(changes: Settings['budgets'] = {}): ErrorData | undefined {
  const params = { threshold: 1 };
  const tooSmall = fieldError(
    'validation_min_greater_equal_than_required',
    'Must be no less than {threshold}.',
    params,
  );
  return onlyErrors(
    Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value < 1 ? tooSmall : undefined])),
  );
}

function checkRateLimits({ enabled, rules, excludedIPs }: Settings['rateLimits']): ErrorData | undefined {
  const ofRules = onlyErrors(Object.fromEntries(rules.map((rule, index) => [index, checkRule(rule)])));
  return onlyErrors({
    rules: enabled && rules.length === 0 ? required : (ofRules ?? findConflict(rules)),
    excludedIPs: checkIps(excludedIPs),
  });
}

function checkRule({ label, audience, duration, maxRequests }: RateLimitRule): ErrorData | undefined {
  const isLabel = ruleLabel.test(label);
  const labelError = isLabel ? undefined : fieldError('validation_match_invalid', 'Must be in a valid format.');
  const isAudience = ['', '@guest', '@auth'].includes(audience);
  return onlyErrors({
    label: label === '' ? required : labelError,
    maxRequests: maxRequests === 0 ? required : checkMin(maxRequests, 1),
    duration: duration === 0 ? required : checkMin(duration, 1),
    audience: isAudience ? undefined : fieldError('validation_in_invalid', 'Must be a valid value.'),
  });
}

// A rule for everybody conflicts with one of the same label for some.
function findConflict(rules: readonly RateLimitRule[]): ErrorData | undefined {
  const keys = rules.map(({ label, audience }) => `${label}@@${audience}`);
  const index = keys.findIndex((key, at) =>
    keys.slice(0, at).some((earlier) => earlier.startsWith(key) || key.startsWith(earlier)),
  );
  if (index < 0) return undefined;
  const message = 'Rate limit rule configuration with label {label} already exists or conflicts with another rule.';
  const params = { label: rules[index]?.label };
  return { [index]: { label: fieldError('validation_conflicting_rate_limit_rule', message, params) } };
}

function checkIps(list: readonly string[]): ErrorData | undefined {
  return onlyErrors(
    Object.fromEntries(
      list.map((entry, index) => [
        index,
        entry === ''
          ? required
          : isIpOrSubnet(entry)
            ? undefined
            : fieldError('validation_invlaid_ip_or_subnet', 'Invalid IP or CIDR subnet.'),
      ]),
    ),
  );
}
