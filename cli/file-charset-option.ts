import { Option } from 'commander';
import { FILE_CHARSETS } from '../core/files/charset.js';

/** Declares the charset of a file that a command reads. */
export function encodingOption(): Option {
  return new Option('--encoding <charset>', 'the charset in which the file was saved')
    .choices(FILE_CHARSETS)
    .default('utf-8');
}
