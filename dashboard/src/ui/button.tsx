import { Button as AriaButton, type ButtonProps } from 'react-aria-components';

type Look = 'ordinary' | 'primary' | 'danger' | 'plain';

export function Button({ look = 'ordinary', className, ...rest }: ButtonProps & { look?: Look; className?: string }) {
  const classes = ['button', look === 'ordinary' ? '' : look, className ?? ''].filter(Boolean).join(' ');
  return <AriaButton {...rest} className={classes} />;
}
