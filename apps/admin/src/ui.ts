// SPDX-License-Identifier: Apache-2.0
/** The parts of the app's look that the administration shares: one place where it reaches into the app. */
export { Button } from '../../web/src/ui/Button.tsx';
export { Card } from '../../web/src/ui/Card.tsx';
export { Checkbox } from '../../web/src/ui/Checkbox.tsx';
export { classes } from '../../web/src/ui/classes.ts';
export { Dialog } from '../../web/src/ui/Dialog.tsx';
export { Disclosure } from '../../web/src/ui/Disclosure.tsx';
export { LogoMark } from '../../web/src/ui/Logo.tsx';
export { Message } from '../../web/src/ui/Message.tsx';
export { QrCode } from '../../web/src/ui/QrCode.tsx';
export { SkipLink } from '../../web/src/ui/SkipLink.tsx';
export { TextField } from '../../web/src/ui/TextField.tsx';
export { default as fieldStyles } from '../../web/src/ui/Field.module.css';
