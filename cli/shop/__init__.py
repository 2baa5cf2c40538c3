"""The worker of the print shop: `python -m cli.shop`, started by the companion, draws and checks what the host asks for."""
