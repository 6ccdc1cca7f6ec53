import type { ReactNode } from 'react';
import { Dialog as AriaDialog, type ButtonProps, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** While an outcome is pending, the dialog cannot be closed. */
  readonly isHeld?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, isHeld = false, children }: DialogProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isKeyboardDismissDisabled={isHeld}
      onOpenChange={(open) => !open && !isHeld && onClose()}
    >
      <Modal className="dialog">
        <AriaDialog>
          <div className="body">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface DialogFooterProps extends Pick<ButtonProps, 'isDisabled' | 'onPress'> {
  readonly look?: 'primary' | 'danger';
  readonly onCancel: () => void;
  /** Whether an outcome is pending that cannot be cancelled. */
  readonly isHeld?: boolean;
  /** The text of the button that acts; without `onPress` it submits the form. */
  readonly children: ReactNode;
}

export function DialogFooter({ look = 'primary', onCancel, isHeld = false, children, ...act }: DialogFooterProps) {
  return (
    <footer>
      <Button onPress={onCancel} isDisabled={isHeld}>
        Cancel
      </Button>
      <Button look={look} type={act.onPress ? 'button' : 'submit'} {...act}>
        {children}
      </Button>
    </footer>
  );
}
