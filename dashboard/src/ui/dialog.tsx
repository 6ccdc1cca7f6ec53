import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

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
