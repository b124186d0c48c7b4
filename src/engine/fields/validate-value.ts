import type {
  DateField,
  EditorField,
  EmailField,
  Field,
  GeoPointField,
  JsonField,
  NumberField,
  PasswordField,
  SelectField,
  TextField,
  UrlField,
} from '../collections/collection.ts';
import type { FieldError } from '../http/api-error.ts';
import { compilePattern } from './compile-pattern.ts';
import { fieldError, invalidFormat, required } from './field-errors.ts';
import { isEmail, urlHost } from './is-address.ts';

const mebibyte = 1024 * 1024;

/**
 * What is wrong with a cast value of a field, or undefined (wire contract, sections 2.1 and 10). Relations and files are looked at by
 * validate-relation.ts and store-uploads.ts, which need the database and the uploads.
 */
export function validateValue(field: Field, value: unknown): FieldError | undefined {
  switch (field.type) {
    case 'text':
      return validateText(field, String(value));
    case 'number':
      return validateNumber(field, Number(value));
    case 'bool':
      return field.required && value !== true ? required : undefined;
    case 'email':
      return validateEmail(field, String(value));
    case 'url':
      return validateUrl(field, String(value));
    case 'editor':
      return validateEditor(field, String(value));
    case 'date':
      return validateDate(field, String(value));
    case 'select':
      return validateSelect(field, value);
    case 'json':
      return validateJson(field, value);
    case 'geoPoint':
      return validateGeoPoint(field, value as { lon: number; lat: number });
    case 'password':
      return validatePassword(field, String(value));
    default:
      return undefined;
  }
}

function validateText(field: TextField, value: string): FieldError | undefined {
  if (value === '') return field.required ? required : undefined;
  const length = [...value].length;
  if (length < field.min) {
    return fieldError('validation_min_text_constraint', 'Must be at least {min} character(s).', { min: field.min });
  }
  const max = field.max > 0 ? field.max : 5000;
  if (length > max) {
    return fieldError('validation_max_text_constraint', 'Must be no more than {max} character(s).', { max });
  }
  return field.pattern !== '' && !compilePattern(field.pattern).test(value) ? invalidFormat : undefined;
}

function validateNumber(field: NumberField, value: number): FieldError | undefined {
  if (!Number.isFinite(value)) {
    return fieldError('validation_not_a_number', 'The submitted number is not properly formatted.');
  }
  if (value === 0) return field.required ? required : undefined;
  // Whole numbers have 64 bits.
  if (field.onlyInt && !(Number.isInteger(value) && Math.abs(value) < 2 ** 63)) {
    return fieldError('validation_only_int_constraint', 'Decimal numbers are not allowed.');
  }
  if (field.min !== null && value < field.min) {
    return fieldError('validation_min_number_constraint', 'Must be greater or equal than {min}.', { min: field.min });
  }
  if (field.max !== null && value > field.max) {
    return fieldError('validation_max_number_constraint', 'Must be less or equal than {max}.', { max: field.max });
  }
  return undefined;
}

function validateEmail(field: EmailField, value: string): FieldError | undefined {
  if (value === '') return field.required ? required : undefined;
  if (!isEmail(value)) return fieldError('validation_is_email', 'Must be a valid email address.');
  const domain = value.slice(value.lastIndexOf('@') + 1);
  return isDomainAllowed(field, domain)
    ? undefined
    : fieldError('validation_email_domain_not_allowed', 'Email domain is not allowed.');
}

function isDomainAllowed(field: EmailField | UrlField, domain: string): boolean {
  if (field.onlyDomains?.length) return field.onlyDomains.includes(domain);
  return !field.exceptDomains?.includes(domain);
}

function validateUrl(field: UrlField, value: string): FieldError | undefined {
  if (value === '') return field.required ? required : undefined;
  const host = urlHost(value);
  if (host === undefined) return fieldError('validation_invalid_url', 'Must be a valid url.');
  return isDomainAllowed(field, host)
    ? undefined
    : fieldError('validation_url_domain_not_allowed', 'Url domain is not allowed.');
}

function validateEditor(field: EditorField, value: string): FieldError | undefined {
  if (value === '') return field.required ? required : undefined;
  const maxSize = field.maxSize > 0 ? field.maxSize : 5 * mebibyte;
  return Buffer.byteLength(value) > maxSize
    ? fieldError('validation_content_size_limit', 'The maximum allowed content size is {maxSize} bytes.', { maxSize })
    : undefined;
}

function validateDate(field: DateField, value: string): FieldError | undefined {
  if (value === '') return field.required ? required : undefined;
  if (field.min !== '' && value < field.min) {
    return dateLimit('validation_min_greater_equal_than_required', 'Must be no less than', field.min);
  }
  if (field.max !== '' && value > field.max) {
    return dateLimit('validation_max_less_equal_than_required', 'Must be no greater than', field.max);
  }
  return undefined;
}

function dateLimit(code: string, text: string, limit: string): FieldError {
  const seconds = limit.replace(/(?:\.000)?Z$/, '');
  return {
    code,
    message: `${text} ${seconds} +0000 UTC.`,
    params: { threshold: `${seconds.replace(' ', 'T')}Z` },
  };
}

function validateSelect(field: SelectField, value: unknown): FieldError | undefined {
  const values = (Array.isArray(value) ? value : [value]).filter((item) => item !== '');
  if (values.length === 0) return field.required ? required : undefined;
  const maxSelect = Math.max(field.maxSelect, 1);
  if (values.length > maxSelect) {
    return fieldError('validation_too_many_values', 'Select no more than {maxSelect}.', { maxSelect });
  }
  const unknown = values.find((item) => !field.values.includes(item));
  if (unknown === undefined) return undefined;
  const text = `Invalid value ${String(unknown)}`.trim();
  const message = /[.?!]$/.test(text) ? text : `${text}.`;
  return { code: 'validation_invalid_value', message, params: { value: unknown } };
}

function validateJson(field: JsonField, value: unknown): FieldError | undefined {
  const isEmpty =
    value === null ||
    value === '' ||
    (typeof value === 'object' && (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0));
  if (isEmpty) return field.required ? required : undefined;
  const text = JSON.stringify(value);
  // PostgreSQL keeps no NUL character.
  if (/(?:^|[^\\])(?:\\\\)*\\u0000/.test(text)) {
    return fieldError('validation_invalid_json', 'Must be a valid json value.');
  }
  const maxSize = field.maxSize > 0 ? field.maxSize : mebibyte;
  return Buffer.byteLength(text) > maxSize
    ? fieldError('validation_json_size_limit', 'The maximum allowed JSON size is {maxSize} bytes.', { maxSize })
    : undefined;
}

function validateGeoPoint(field: GeoPointField, value: { lon: number; lat: number }): FieldError | undefined {
  if (value.lon === 0 && value.lat === 0) return field.required ? required : undefined;
  if (value.lat < -90 || value.lat > 90) {
    return fieldError('validation_invalid_latitude', 'Latitude must be between -90 and 90 degrees.');
  }
  if (value.lon < -180 || value.lon > 180) {
    return fieldError('validation_invalid_longitude', 'Longitude must be between -180 and 180 degrees.');
  }
  return undefined;
}

function validatePassword(field: PasswordField, value: string): FieldError | undefined {
  if (value === '') return field.required ? required : undefined;
  const length = [...value].length;
  if (length < field.min) {
    return { code: 'validation_min_text_constraint', message: `Must be at least ${field.min} character(s).` };
  }
  const max = field.max > 0 ? field.max : 71;
  if (length > max) {
    return { code: 'validation_max_text_constraint', message: `Must be less than ${max} character(s).` };
  }
  return field.pattern !== '' && !compilePattern(field.pattern).test(value) ? invalidFormat : undefined;
}
