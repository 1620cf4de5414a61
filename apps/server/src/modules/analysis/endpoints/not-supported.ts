// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';

/** What a client hears who asks for what this service does not do: passed over, it would look as if it were done. */
export const notSupported = (field: string, message: string): ServiceError =>
  new ServiceError('VALIDATION_ERROR', message, { [field]: [['NOT_SUPPORTED', []]] });
