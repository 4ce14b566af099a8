cuda
cuda kernel reverse block 1 thread (5,1,0)
next
next
print i
next
print tile[37]
next
next
print from
print tile[from]
cuda
cuda thread (6,1)
cuda block (0,1,0)
cuda kernel reverse block (1,1)
cuda block 9
